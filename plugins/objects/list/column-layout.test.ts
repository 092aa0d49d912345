import { expect, test } from 'vitest'

import {
  MAX_WIDTH,
  MIN_WIDTH,
  moveColumn,
  readLayout,
  defaultLayout,
  withoutPin,
  withPin,
} from './column-layout.ts'

test('a stored layout is read without its invalid parts and with widths within the limits', () => {
  expect(readLayout(undefined)).toEqual(defaultLayout)
  expect(readLayout('wide')).toEqual(defaultLayout)
  expect(
    readLayout({ widths: { title: 300, year: 1, text: 9999, bad: 'x' }, pinned: ['year', 3] }),
  ).toEqual({ widths: { title: 300, year: MIN_WIDTH, text: MAX_WIDTH }, pinned: ['year'] })
})

test('the title is pinned first, and unpinned with the last other column', () => {
  const one = withPin(defaultLayout, 'metadata.year')
  const two = withPin(one, 'locale')
  expect(two.pinned).toEqual(['title', 'metadata.year', 'locale'])
  expect(withPin(two, 'locale').pinned).toEqual(two.pinned)
  expect(withoutPin(two, 'metadata.year').pinned).toEqual(['title', 'locale'])
  expect(withoutPin(one, 'metadata.year').pinned).toEqual([])
  expect(withPin(defaultLayout, 'title').pinned).toEqual(['title'])
  expect(withoutPin(withPin(defaultLayout, 'title'), 'title').pinned).toEqual([])
})

test('a column moves past its neighbour, but never past the title or the end', () => {
  const paths = ['title', 'year', 'status']
  expect(moveColumn(paths, 'status', -1)).toEqual(['title', 'status', 'year'])
  expect(moveColumn(paths, 'year', 1)).toEqual(['title', 'status', 'year'])
  expect(moveColumn(paths, 'year', -1)).toBeUndefined()
  expect(moveColumn(paths, 'status', 1)).toBeUndefined()
  expect(moveColumn(paths, 'title', 1)).toBeUndefined()
  expect(moveColumn(paths, 'gone', 1)).toBeUndefined()
})
