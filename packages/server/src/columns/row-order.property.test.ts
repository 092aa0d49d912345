import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { RowOrder } from './row-order.ts'
import { RowSet } from './row-set.ts'

const ROWS = 32

/** A row that gets another value or, without one, is removed. */
const change = fc.tuple(fc.nat(ROWS - 1), fc.option(fc.nat(20)))
const batches = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.array(change, { maxLength: 4 }) },
    fc.array(change, { maxLength: 40 }),
  ),
  { maxLength: 10 },
)

test('an order equals a fresh sort after rows are added, moved and removed', () => {
  fc.assert(
    fc.property(fc.array(change), batches, (first, changes) => {
      const values = new Map<number, number>()
      const live = new RowSet(ROWS)
      const apply = ([row, value]: readonly [number, number | null]) => {
        if (value === null) live.delete(row)
        else {
          live.add(row)
          values.set(row, value)
        }
      }
      const compare = (a: number, b: number) => (values.get(a) ?? 0) - (values.get(b) ?? 0) || a - b
      const sorted = () => live.toRows().sort(compare)
      first.forEach(apply)
      const order = new RowOrder(compare)
      order.build(sorted())
      for (const batch of changes) {
        for (const one of batch) {
          apply(one)
          order.note(one[0])
        }
        expect([...order.follow(live)]).toEqual([...sorted()])
      }
    }),
    { numRuns: 500 },
  )
})
