import { OBJECTS_PAGE_SIZE } from '@typecase/contract/objects'
import { expect, test } from 'vitest'

import {
  isDashboardOrder,
  lastSkip,
  nextSort,
  pageSizes,
  readLimit,
  readSkip,
  readSort,
} from './page.ts'

test('the first limit that is one counts; the specification’s is ten', () => {
  expect(pageSizes[0]).toBe(OBJECTS_PAGE_SIZE)
  expect(readLimit()).toBe(OBJECTS_PAGE_SIZE)
  expect(readLimit(undefined, 25)).toBe(25)
  expect(readLimit(0, 'x', -3, 2.5)).toBe(10)
  expect(readLimit(5000)).toBe(1000)
})

test('a skip is never negative', () => {
  expect(readSkip(20)).toBe(20)
  expect(readSkip(-1)).toBe(0)
  expect(readSkip('20')).toBe(0)
})

test.each([
  [0, 0],
  [10, 0],
  [11, 10],
  [200, 190],
])('of %i rows the last page of ten begins at %i', (total, skip) => {
  expect(lastSkip(total, 10)).toBe(skip)
})

test('a header goes through ascending, descending and dashboard order', () => {
  expect(nextSort(undefined, 'title')).toBe('title')
  expect(nextSort('title', 'title')).toBe('-title')
  expect(nextSort('-title', 'title')).toBeUndefined()
  expect(nextSort('-title', 'metadata.year')).toBe('metadata.year')
})

test('dashboard order is the one without a sort', () => {
  expect(isDashboardOrder(undefined)).toBe(true)
  expect(isDashboardOrder('-order')).toBe(true)
  expect(isDashboardOrder('title')).toBe(false)
  expect(readSort('random')).toBeUndefined()
  expect(readSort('-metadata.year,title')).toEqual({ path: 'metadata.year', isDescending: true })
})
