// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'

import type { ListContext } from './list-context.ts'
import { keepListContext, listContext, neighboursOf } from './list-context.ts'

const list: ListContext = {
  bucketSlug: 'archive',
  path: '/archive/objects',
  query: { type: 'artworks' },
  ids: ['a', 'b', 'c'],
  skip: 10,
  total: 14,
}

beforeEach(() => sessionStorage.clear())

test('the list last seen is remembered for its bucket', () => {
  keepListContext(list)
  expect(listContext('archive')).toEqual(list)
  expect(listContext('other')).toBeUndefined()
  sessionStorage.setItem('objects.list-context', '{')
  expect(listContext('archive')).toBeUndefined()
})

test.each([
  ['b', { position: 12, total: 14, previous: { id: 'a' }, next: { id: 'c' } }],
  // Beyond the rows the list held there are more.
  ['a', { position: 11, total: 14, previous: {}, next: { id: 'b' } }],
  ['c', { position: 13, total: 14, previous: { id: 'b' }, next: {} }],
  ['x', undefined],
])('the neighbours of %s', (id, expected) => expect(neighboursOf(list, id)).toEqual(expected))

test('the whole list has an end at both sides', () => {
  const whole = { ...list, ids: ['a', 'b'], skip: 0, total: 2 }
  expect(neighboursOf(whole, 'a')).toEqual({ position: 1, total: 2, next: { id: 'b' } })
  expect(neighboursOf(whole, 'b')).toEqual({ position: 2, total: 2, previous: { id: 'a' } })
})
