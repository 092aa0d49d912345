// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'

import {
  keepListContext,
  lastSkip,
  type ListContext,
  listContext,
  neighboursOf,
  positionToReturn,
} from './list-context.ts'

const list: ListContext = {
  bucketSlug: 'archive',
  path: '/archive/objects?query={}&skip=10',
  title: 'Artworks',
  query: { type: 'artworks' },
  ids: ['a', 'b', 'c'],
  skip: 10,
  total: 14,
  limit: 10,
}

beforeEach(() => sessionStorage.clear())

test('the last list is remembered for its bucket alone, and corrupt storage is ignored', () => {
  keepListContext(list)
  expect(listContext('archive')).toEqual(list)
  expect(listContext('other')).toBeUndefined()
  sessionStorage.setItem('objects.list-context', '{')
  expect(listContext('archive')).toBeUndefined()
})

test.each([
  ['b', { position: 12, total: 14, previous: { id: 'a' }, next: { id: 'c' } }],
  // The list continues beyond the loaded rows.
  ['a', { position: 11, total: 14, previous: {}, next: { id: 'b' } }],
  ['c', { position: 13, total: 14, previous: { id: 'b' }, next: {} }],
  ['x', undefined],
])('neighboursOf finds the position and the neighbours of %s', (id, expected) =>
  expect(neighboursOf(list, id)).toEqual(expected),
)

test('the ends of a complete list have a neighbour on one side only', () => {
  const whole = { ...list, ids: ['a', 'b'], skip: 0, total: 2 }
  expect(neighboursOf(whole, 'a')).toEqual({ position: 1, total: 2, next: { id: 'b' } })
  expect(neighboursOf(whole, 'b')).toEqual({ position: 2, total: 2, previous: { id: 'a' } })
})

test('a stand-in for a row has the neighbours of the row', () => {
  const translated = { ...list, standIns: { german: 'b' } }
  expect(neighboursOf(translated, 'german')).toEqual(neighboursOf(list, 'b'))
})

test.each([
  ['the open row', 'b', ['a', 'b', 'c'], { row: 'b' }],
  ['the next one that is left, where the open one left the list', 'a', ['c', 'd'], { row: 'c' }],
  ['nowhere in a list that does not hold it', 'x', ['a'], undefined],
  ['on its page', 'c', ['z'], { path: '/archive/objects?query=%7B%7D&skip=10' }],
])('returning to the list continues at %s', (_what, id, rows, expected) =>
  expect(positionToReturn(list, id, rows, 14)).toEqual(expected),
)

test('returning to a list that became shorter shows its last page', () => {
  const long = { ...list, ids: ['a', 'b'], skip: 40, total: 42 }
  expect(positionToReturn(long, 'b', ['z'], 21)).toEqual({
    path: '/archive/objects?query=%7B%7D&skip=20',
  })
})

test.each([
  [0, 0],
  [10, 0],
  [11, 10],
  [200, 190],
])('with %i rows the last page of ten begins at %i', (total, skip) => {
  expect(lastSkip(total, 10)).toBe(skip)
})
