import { expect, test } from 'vitest'

import { RelationRows } from './relation-rows.ts'
import { RowSet } from './row-set.ts'
import { turnsDuring } from './turns.fixture.ts'
import { ValueColumn } from './value-column.ts'

const COUNT = 16_384
const idOf = (index: number) => (index + 1).toString(16).padStart(24, '0')

test('many ids are looked up in batches, and those whose row changes in between are right', async () => {
  const column = new ValueColumn(['metadata', 'one'], COUNT)
  const all = new RowSet(COUNT)
  for (let row = 0; row < COUNT; row++) {
    all.add(row)
    column.set(row, { metadata: { one: idOf((row + 1) % COUNT) } })
  }
  const rows = new Map(Array.from({ length: COUNT }, (_, row) => [idOf(row), row]))
  let lookups = 0
  const relation = new RelationRows(column, (id) => {
    lookups++
    return rows.get(id) ?? -1
  })
  /** Changes the rows of ids midway through the lookups. */
  function changeRows(): void {
    expect(lookups).toBeGreaterThan(0)
    expect(lookups).toBeLessThan(COUNT)
    for (const [id, row] of [
      [idOf(1), 7],
      [idOf(COUNT - 1), 8],
    ] as const) {
      rows.set(id, row)
      relation.note(id, row)
    }
    rows.delete(idOf(2))
    relation.note(idOf(2), undefined)
  }
  const turns = await turnsDuring(async () => {
    const work = relation.lookUpAhead()
    changeRows()
    await work
  })
  expect(turns).toBeGreaterThanOrEqual(5)
  expect(relation.lookUpAhead()).toBeUndefined()

  const targets = new RowSet(COUNT)
  for (const row of [1, 2, 7, 8, COUNT - 1]) targets.add(row)
  // Rows 6 and 7 still refer to rows 7 and 8, and the ids in rows 0 and COUNT - 2 moved to these rows.
  expect([...relation.pointingAt(targets, all).toRows()]).toEqual([0, 6, 7, COUNT - 2])
  expect(relation.possibleRows(all).has(2)).toBe(false)
  expect(lookups).toBe(COUNT)
})
