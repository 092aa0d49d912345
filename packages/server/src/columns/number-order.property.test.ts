import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { NumberOrder } from './number-order.ts'
import { RowSet } from './row-set.ts'
import { slicedSort } from './sorting.ts'

const ROWS = 64
const number = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -5, max: 5 }) },
  fc.constantFrom(Number.NaN, Infinity, -Infinity, -0),
)
const bound = fc.oneof(fc.integer({ min: -6, max: 6 }), fc.constantFrom(Infinity, -Infinity))

test('a range finds the same as a comparison row by row, after any changes since the sort', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(number, { minLength: ROWS, maxLength: ROWS }),
      fc.array(fc.tuple(fc.nat(ROWS - 1), number), { maxLength: 20 }),
      fc.uniqueArray(fc.nat(ROWS - 1)),
      bound,
      bound,
      async (first, changes, rows, least, most) => {
        const numbers = Float64Array.from(first)
        const order = new NumberOrder()
        const building = order.build(numbers, slicedSort)
        for (const [row, value] of changes) {
          numbers[row] = value
          order.note(row)
        }
        await building
        const within = new RowSet(ROWS)
        for (const row of rows) within.add(row)
        const matches = within.emptyCopy()
        order.select(numbers, least, most, within, matches)
        const expected = rows.filter((row) => {
          const value = numbers[row] ?? Number.NaN
          return value >= least && value <= most
        })
        expect([...matches.toRows()]).toEqual(expected.toSorted((a, b) => a - b))
      },
    ),
    { numRuns: 3000 },
  )
})
