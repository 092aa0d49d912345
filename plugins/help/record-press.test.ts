import { expect, test } from 'vitest'

import { conflictOf, groupKeys } from './key-rows.ts'
import { recordPress } from './record-press.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test.each([
  [{ ...none, key: 'K', ctrlKey: true, shiftKey: true }, false, '$mod+Shift+k'],
  [{ ...none, key: 'k', metaKey: true }, true, '$mod+k'],
  [{ ...none, key: 'k', ctrlKey: true }, true, 'Control+k'],
  [{ ...none, key: 'Enter', altKey: true }, false, 'Alt+Enter'],
  [{ ...none, key: ' ' }, false, 'Space'],
  [{ ...none, key: 'Dead', code: 'KeyN', altKey: true }, true, 'Alt+n'],
  [{ ...none, key: 'ø', code: 'KeyO', altKey: true }, true, 'Alt+o'],
])('%j (Apple: %s) is recorded as %s', (event, isApple, expected) => {
  expect(recordPress(event, isApple)).toBe(expected)
})

test('modifiers alone are not recorded', () => {
  expect(recordPress({ ...none, key: 'Shift', shiftKey: true }, false)).toBeUndefined()
})

const entry = (id: string, title: string, keys: string, isActive = true) => ({
  id,
  title,
  keys,
  isActive,
  owner: 'x',
  command: `x.${id}`,
  group: 'Objects',
  from: 'plugin' as const,
})

test('groups hold the keys that match the words and are switched on', () => {
  const entries = [
    entry('b', 'Publish', '$mod+Enter'),
    entry('a', 'Edit', 'e'),
    entry('c', 'Delete', 'd', false),
  ]
  expect(groupKeys(entries, '').map((group) => group.entries.map(({ id }) => id))).toEqual([
    ['a', 'b'],
  ])
  expect(groupKeys(entries, 'pub')[0]?.entries).toHaveLength(1)
  expect(groupKeys(entries, 'delete')).toEqual([])
})

test('a conflict names the other binding', () => {
  const [a, b] = [entry('a', 'Edit', 'e'), entry('b', 'Export', 'e')]
  expect(conflictOf(b, [{ a, b, kind: 'same' }])).toBe(a)
  expect(conflictOf(entry('c', 'C', 'c'), [{ a, b, kind: 'same' }])).toBeUndefined()
})
