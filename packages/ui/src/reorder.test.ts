import { describe, expect, test } from 'vitest'
import { nudge, reorder } from './reorder.ts'

const order = ['a', 'b', 'c', 'd']

describe('reorder', () => {
  test('puts a row after its target', () => {
    expect(reorder(order, ['a'], 'c', 'after')).toEqual({
      ids: ['a'],
      after: 'c',
      before: 'd',
      order: ['b', 'c', 'a', 'd'],
    })
  })

  test('has no neighbour before the start or after the end', () => {
    expect(reorder(order, ['c'], 'a', 'before')).toMatchObject({ after: null, before: 'a' })
    expect(reorder(order, ['a'], 'd', 'after')).toMatchObject({ after: 'd', before: null })
  })

  test('moves several rows and keeps their order, in any order of selection', () => {
    expect(reorder(order, ['d', 'a'], 'b', 'after')).toMatchObject({
      ids: ['a', 'd'],
      order: ['b', 'a', 'd', 'c'],
    })
  })

  test('takes a target among the moved rows as the place before it', () => {
    expect(reorder(order, ['b', 'd'], 'b', 'after')?.order).toEqual(['a', 'b', 'd', 'c'])
  })

  test('returns null if nothing changes', () => {
    expect(reorder(order, ['b'], 'a', 'after')).toBeNull()
    expect(reorder(order, ['b'], 'b', 'before')).toBeNull()
  })
})

describe('nudge', () => {
  test('moves a row by one, and returns null at the ends', () => {
    expect(nudge(order, 'b', 'up')?.order).toEqual(['b', 'a', 'c', 'd'])
    expect(nudge(order, 'b', 'down')?.order).toEqual(['a', 'c', 'b', 'd'])
    expect(nudge(order, 'a', 'up')).toBeNull()
    expect(nudge(order, 'd', 'down')).toBeNull()
    expect(nudge(order, 'x', 'down')).toBeNull()
  })
})
