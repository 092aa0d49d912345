import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Query } from './ast.ts'
import { matches } from './match.ts'
import { parseQuery } from './parse.ts'
import { toSql } from './sql.ts'
import { queryJson, record } from './testing/arbitraries.ts'
import { ObjectDatabase, typedTarget, untypedTarget } from './testing/object-database.ts'

/** Set to run longer: `QUERY_RUNS=100000 npx vitest run packages/content-query`. */
const runs = Number(process.env['QUERY_RUNS'] ?? 4000)

const records = fc
  .array(record, { minLength: 2, maxLength: 8 })
  .map((list) => list.map((object, index) => ({ ...object, id: `a${index}` })))

/** SQL reads them from JSON as other integers than JavaScript does. */
const largeNumbers = [2 ** 60, 2 ** 61].map((order, index) => ({
  type: 'a' as const,
  status: 'draft' as const,
  metadata: {},
  order,
  id: `a${index}`,
}))

function parse(json: unknown): Query {
  return parseQuery(json, { resource: 'objects' }).query
}

test(`SQL selects what the matcher accepts, in ${runs} random cases`, { timeout: 0 }, () => {
  const database = new ObjectDatabase()
  let some = 0
  fc.assert(
    fc.property(records, queryJson, (objects, json) => {
      database.fill(objects)
      const query = parse(json)
      const expected = objects.filter((object) => matches(query, object)).map(({ id }) => id)
      if (expected.length > 0 && expected.length < objects.length) some++
      expect(database.select(toSql(query, untypedTarget))).toEqual(expected)
      expect(database.select(toSql(query, typedTarget))).toEqual(expected)
    }),
    { numRuns: runs, examples: [[largeNumbers, { order: { $in: [2 ** 60] } }]] },
  )
  // A test whose queries select all or nothing would prove little.
  expect(some).toBeGreaterThan(runs / 8)
})
