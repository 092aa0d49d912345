import { expect, test } from 'vitest'

import { at, cellCount, edgesOf, positionWithin, rangeAfter } from './cell-range.ts'

const size = { rows: 20, columns: 4 }
const none = { shiftKey: false, ctrlKey: false, metaKey: false }
const middle = at({ row: 5, column: 1 })

test.each([
  ['ArrowDown', none, at({ row: 6, column: 1 })],
  ['ArrowLeft', none, at({ row: 5, column: 0 })],
  ['PageUp', none, at({ row: 0, column: 1 })],
  ['End', none, at({ row: 5, column: 3 })],
  ['ArrowDown', { ...none, ctrlKey: true }, at({ row: 19, column: 1 })],
  ['Home', { ...none, metaKey: true }, at({ row: 0, column: 0 })],
  ['ArrowRight', { ...none, shiftKey: true }, { ...middle, corner: { row: 5, column: 2 } }],
  [
    'End',
    { ...none, shiftKey: true, ctrlKey: true },
    { ...middle, corner: { row: 19, column: 3 } },
  ],
  ['a', none, undefined],
])('%s with %j moves or extends the range', (key, keys, expected) =>
  expect(rangeAfter(middle, { key, ...keys }, size)).toEqual(expected),
)

test('a range is extended from its far corner, and an arrow without Shift collapses it', () => {
  const wide = { active: { row: 5, column: 1 }, corner: { row: 7, column: 2 } }
  expect(rangeAfter(wide, { key: 'ArrowUp', ...none, shiftKey: true }, size)).toEqual({
    ...wide,
    corner: { row: 6, column: 2 },
  })
  expect(rangeAfter(wide, { key: 'ArrowUp', ...none }, size)).toEqual(at({ row: 4, column: 1 }))
  expect(edgesOf(wide)).toEqual({ top: 5, bottom: 7, left: 1, right: 2 })
  expect(cellCount(edgesOf(wide))).toBe(6)
})

test('positions stay within the sheet', () =>
  expect(positionWithin({ row: 30, column: -1 }, size)).toEqual({ row: 19, column: 0 }))
