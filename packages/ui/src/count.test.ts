import { expect, test } from 'vitest'

import { formatCount, plural } from './count.ts'

test.each([
  [0, 'object', '0 objects'],
  [1, 'object', '1 object'],
  [1284, 'media', '1,284 media'],
  [2, 'entry', '2 entries'],
  [2, 'day', '2 days'],
  [2, 'branch', '2 branches'],
  [3, 'person', '3 people'],
  [1, { one: 'object or media', many: 'objects and media' }, '1 object or media'],
  [2, { one: 'object or media', many: 'objects and media' }, '2 objects and media'],
])('formatCount counts %s %s', (count, noun, words) => {
  expect(formatCount(count, noun)).toBe(words)
})

test('plural chooses the form for a count', () => {
  expect([0, 1, 2].map((count) => plural(count, 'is', 'are'))).toEqual(['are', 'is', 'are'])
})
