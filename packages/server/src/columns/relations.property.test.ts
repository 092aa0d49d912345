import { limits } from '@typecase/content-query/limits'
import { matches } from '@typecase/content-query/match'
import { parseQuery } from '@typecase/content-query/parse'
import { operators, scalar } from '@typecase/content-query/testing/arbitraries'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { LiveIndex } from './live-index.ts'
import { MemoryFeed } from './memory-feed.fixture.ts'

/** Set to run longer: `QUERY_RUNS=100000 npx vitest run packages/server/src/columns`. */
const runs = Number(process.env['QUERY_RUNS'] ?? 1000)

const OBJECTS = 8
const idOf = (index: number) => ((index * 7919 + 1) % 10_007).toString(16).padStart(24, '0')

/** The id of an existing object, of a deleted one, or of the referring object itself. */
const id = fc.nat(OBJECTS).map(idOf)
const one = fc.oneof({ weight: 6, arbitrary: id }, scalar, fc.record({ id }))
const many = fc.oneof({ weight: 4, arbitrary: fc.array(one, { maxLength: 3 }) }, one)
const record = fc
  .record(
    {
      title: fc.option(fc.constantFrom('a', 'b')),
      status: fc.constantFrom('draft', 'published'),
      order: fc.option(fc.constantFrom(0, 1, 2)),
      metadata: fc.record(
        {
          one,
          many,
          rows: fc.array(fc.record({ one }, { requiredKeys: [] }), { maxLength: 2 }),
          group: fc.record({ one, title: scalar, metadata: fc.record({ a: scalar }) }),
          a: fc.oneof({ weight: 4, arbitrary: scalar }, fc.array(scalar, { maxLength: 2 })),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['status'] },
  )
  .map((fields) => ({ type: 'a', ...fields }))

const fields = ['metadata.a', 'metadata.group.title', 'title', 'status', 'order', 'id']
const relations = ['metadata.one', 'metadata.many', 'metadata.rows.one', 'metadata.group.one']
const relation = fc.constantFrom(...relations)
const levels = (least: number) =>
  fc
    .tuple(
      fc.array(relation, { minLength: least, maxLength: limits.relations }),
      fc.constantFrom(...fields),
    )
    .filter(([path, field]) => path.length < limits.relations || field !== 'metadata.group.title')
    .map(([path, field]) => [...path, field].join('.'))
const path = fc.oneof(
  { weight: 5, arbitrary: levels(1) },
  levels(0),
  fc.constantFrom('metadata.group.metadata.a', 'metadata.one', 'metadata.many'),
)
const condition = fc.oneof(
  { weight: 3, arbitrary: operators },
  scalar,
  id,
  fc.constantFrom(null, { $exists: false }, { $exists: true }, { $in: [null, 'a'] }),
)
const leaf = fc.tuple(path, condition).map((entry) => Object.fromEntries([entry]))
const query = fc.oneof(
  { weight: 2, arbitrary: leaf },
  fc
    .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(leaf, { minLength: 1, maxLength: 3 }))
    .map((entry) => Object.fromEntries([entry])),
)

const put = fc.array(fc.tuple(fc.nat(OBJECTS - 1), record), { minLength: 1, maxLength: OBJECTS })
const at = fc.nat(OBJECTS - 1)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ put }) },
  { weight: 1, arbitrary: fc.record({ remove: at }) },
  { weight: 1, arbitrary: fc.record({ purge: at }) },
  { weight: 5, arbitrary: fc.record({ query }) },
)

test(
  `columns follow relations as the matcher does, over ${runs} random histories of random graphs`,
  { timeout: 0 },
  async () => {
    let some = 0
    await fc.assert(
      fc.asyncProperty(
        put,
        fc.array(step, { minLength: 2, maxLength: 12 }),
        async (first, rest) => {
          const feed = new MemoryFeed()
          const live = new LiveIndex(feed)
          for (const todo of [{ put: first }, ...rest]) {
            if ('put' in todo) feed.write(todo.put.map(([n, row]) => ({ ...row, id: idOf(n) })))
            else if ('remove' in todo) feed.remove(idOf(todo.remove))
            else if ('purge' in todo) feed.purge(idOf(todo.purge))
            else {
              const parsed = parseQuery(todo.query, { resource: 'objects' }).query
              const byId = new Map(feed.rows.map((row) => [row.id, row]))
              const findObject = (target: string) => byId.get(target)
              const expected = feed.rows.filter((row) => matches(parsed, row, findObject))
              const { index, rows, version } = await live.match(parsed)
              expect(version).toBe(feed.current)
              const ids = Array.from(rows.toRows(), (row) => index.idOf(row))
              expect(ids.toSorted()).toEqual(expected.map((row) => row.id).toSorted())
              if (expected.length > 0 && expected.length < feed.rows.length) some++
            }
          }
        },
      ),
      { numRuns: runs },
    )
    // Queries that match all rows or none would prove little.
    expect(some).toBeGreaterThan(runs / 4)
  },
)
