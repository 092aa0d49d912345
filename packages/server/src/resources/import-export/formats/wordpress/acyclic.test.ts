import { expect, test } from 'vitest'

import { removeCycles } from './acyclic.ts'

test('parents that lead back to their child are removed', () => {
  const parents = new Map([
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['d', 'd'],
    ['e', 'a'],
    ['f', 'g'],
  ])
  expect(removeCycles(parents)).toBe(2)
  expect([...parents.keys()]).toEqual(['a', 'b', 'e', 'f'])
})

test('a long line of parents is followed once', () => {
  const parents = new Map(Array.from({ length: 100_000 }, (_, n) => [`${n}`, `${n + 1}`]))
  expect(removeCycles(parents)).toBe(0)
})
