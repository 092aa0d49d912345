import { everything } from '@typecase/content-query/ast'
import { matches } from '@typecase/content-query/match'
import { parseQuery } from '@typecase/content-query/parse'
import { compareRecords, parseSort } from '@typecase/content-query/sort'
import { scalarsOf, valuesAt } from '@typecase/content-query/stored-values'
import { queryJson, record } from '@typecase/content-query/testing/arbitraries'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { OrderedSort } from './row-orders.ts'
import { LiveIndex } from './live-index.ts'
import { MemoryFeed } from './memory-feed.fixture.ts'

/** Set to run longer: `QUERY_RUNS=100000 npx vitest run packages/server/src/columns`. */
const runs = Number(process.env['QUERY_RUNS'] ?? 1500)

const sorts = [
  ['id'],
  ['-id'],
  ['title'],
  ['-title', '-created_at'],
  ['created_at'],
  ['-metadata.text', 'metadata.number'],
  ['metadata.a.a'],
  ['-metadata.a', 'order'],
  ['status', '-metadata.list', 'type'],
]

/** Ids that do not ascend with the index, so that sorting by id changes the order. */
const idOf = (index: number) => ((index * 7919 + 1) % 10_007).toString(16).padStart(24, '0')

/** A query, or a change to the rows. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      put: fc.array(fc.tuple(fc.nat(11), record), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat(11) }) },
  { weight: 1, arbitrary: fc.record({ purge: fc.nat(11) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      query: queryJson,
      sort: fc.constantFrom(...sorts).map((keys) => keys.join(',')),
      locale: fc.constantFrom(undefined, 'en', 'sv'),
      skip: fc.nat(3),
      limit: fc.integer({ min: 1, max: 12 }),
    }),
  },
)

/** With the default limits, and with limits by which all texts are too long to be stored. */
const kinds = [undefined, { eachRow: 0, inAll: 1 }]

test.each(kinds)(
  `columns answer as the matcher does, over ${runs} random histories, long texts %o`,
  { timeout: 0 },
  async (longTexts) => {
    let some = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const feed = new MemoryFeed()
        const live = new LiveIndex(feed, undefined, undefined, longTexts)
        for (const todo of steps) {
          if ('put' in todo) feed.write(todo.put.map(([at, row]) => ({ ...row, id: idOf(at) })))
          else if ('remove' in todo) feed.remove(idOf(todo.remove))
          else if ('purge' in todo) feed.purge(idOf(todo.purge))
          else {
            const { query } = parseQuery(todo.query, { resource: 'objects' })
            const { locale } = todo
            const sort = { ...(parseSort(todo.sort, 'objects') as OrderedSort), locale }
            const expected = feed.rows
              .filter((row) => matches(query, row))
              .toSorted((a, b) => compareRecords(sort, a, b))
              .map(({ id }) => id)
            const { index, rows, version } = await live.match(query, { sort })
            expect(version).toBe(feed.current)
            expect(rows.count).toBe(expected.length)
            const page = index.page(rows, sort, todo.skip, todo.limit)
            expect(page.map((row) => index.idOf(row))).toEqual(
              expected.slice(todo.skip, todo.skip + todo.limit),
            )
            const [{ path }] = sort.keys
            for (const row of page) {
              const record = feed.rows.find(({ id }) => id === index.idOf(row)) ?? {}
              expect(index.valuesAt(path, row)).toEqual(valuesAt(record, path).flatMap(scalarsOf))
            }
            const counts = new Map<unknown, number>()
            for (const row of feed.rows.filter((record) => matches(query, record))) {
              for (const value of new Set(valuesAt(row, path).flatMap(scalarsOf)))
                counts.set(value, (counts.get(value) ?? 0) + 1)
            }
            expect(index.countValues(path, rows)).toEqual(counts)
            for (const row of feed.rows) {
              const position = index.positionOf(index.rowOf(row.id), rows, sort)
              // A row that does not match has a position between the rows that do.
              const before = feed.rows.filter(
                (other) => expected.includes(other.id) && compareRecords(sort, other, row) < 0,
              )
              expect(position).toBe(before.length + Number(expected.includes(row.id)))
            }
            if (expected.length > 0 && expected.length < feed.rows.length) some++
          }
        }
      }),
      { numRuns: longTexts ? runs / 2 : runs },
    )
    // Queries that match all rows or none would prove little.
    expect(some).toBeGreaterThan(runs / 16)
  },
)

test('a sort order of all rows follows changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      // Few changes take another code path than many.
      fc.array(
        fc.oneof(
          fc.array(fc.tuple(fc.nat(400), record), { maxLength: 40 }),
          fc.array(fc.tuple(fc.nat(400), record), { maxLength: 3 }),
        ),
        { maxLength: 8 },
      ),
      fc.constantFrom(...sorts),
      async (batches, keys) => {
        const feed = new MemoryFeed()
        const live = new LiveIndex(feed)
        const sort = parseSort(keys.join(','), 'objects') as OrderedSort
        feed.write(
          Array.from({ length: 300 }, (_, at) => ({
            id: idOf(at),
            title: `t${at % 9}`,
            type: 'a',
            status: 'draft',
            metadata: { a: at % 7 },
          })),
        )
        for (const batch of batches) {
          feed.write(batch.map(([at, row]) => ({ ...row, id: idOf(at) })))
          for (const [at] of batch.slice(0, 3)) feed.remove(idOf(at + 1))
          const { index, rows } = await live.match(everything, { sort })
          const expected = feed.rows
            .toSorted((a, b) => compareRecords(sort, a, b))
            .map(({ id }) => id)
          expect(index.page(rows, sort, 0, 1000).map((row) => index.idOf(row))).toEqual(expected)
        }
      },
    ),
    { numRuns: Math.ceil(runs / 30) },
  )
})
