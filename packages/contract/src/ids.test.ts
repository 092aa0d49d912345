import { expect, test } from 'vitest'

import { continueIdsAfter, newId } from './ids.ts'

const NOON = Date.UTC(2026, 5, 1, 12)
const HOUR = 3600 * 1000

/** Returns the ids that do not sort after their predecessor. */
const breaks = (ids: readonly string[]) => ids.filter((id, n) => n > 0 && id <= (ids[n - 1] ?? ''))

test('ids sort by the time of their creation', () => {
  const ids = Array.from({ length: 1000 }, (_, ms) => newId(NOON + ms))
  expect(breaks(ids)).toHaveLength(0)
  expect(ids[0]).toMatch(/^[0-9a-f]{24}$/)
})

test('ids of one millisecond sort in the order of their creation, however many there are', () => {
  const ids = Array.from({ length: 100_000 }, () => newId(NOON + 2000))
  expect(breaks(ids)).toHaveLength(0)
  expect(new Set(ids).size).toBe(ids.length)
})

test('ids stay in order while a clock that was set back catches up', () => {
  const before = newId(NOON + HOUR)
  const meanwhile = Array.from({ length: 1000 }, (_, ms) => newId(NOON + Math.floor(ms / 10)))
  const after = newId(NOON + 2 * HOUR)
  expect(breaks([before, ...meanwhile, after])).toHaveLength(0)
})

test('ids sort after those of an earlier process, even if the clock went back', () => {
  const before = '7'.repeat(24)
  continueIdsAfter(before)
  expect(newId(NOON) > before).toBe(true)
})

test('continuing after an invalid id has no effect on new ids', () => {
  continueIdsAfter('not an id')
  expect(newId()).toMatch(/^[0-9a-f]{24}$/)
})
