import { expect, test } from 'vitest'

import { indexAfterKey } from './keyboard.ts'

test('keys move through a list and beyond its ends', () => {
  const list = { count: 50 }
  const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']
  expect(keys.map((key) => indexAfterKey(key, 0, list))).toEqual([1, -1, 10, -10, 0, 49])
  expect(indexAfterKey('ArrowRight', 0, list)).toBeUndefined()
  expect(indexAfterKey('j', 0, list)).toBeUndefined()
})

test('keys move through a grid in both directions', () => {
  const grid = { count: 50, perRow: 4, jump: 16 }
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'PageDown']
  expect(keys.map((key) => indexAfterKey(key, 5, grid))).toEqual([6, 4, 9, 1, 21])
})
