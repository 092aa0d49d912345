import { expect, test } from 'vitest'

import { removeCycles } from './acyclic.ts'

test('cycles of parents are broken', () => {
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

test('no cycle is found in a chain of 100,000 parents', () => {
  const parents = new Map(Array.from({ length: 100_000 }, (_, n) => [`${n}`, `${n + 1}`]))
  expect(removeCycles(parents)).toBe(0)
})
