import { expect, test } from 'vitest'

import { isDashboardOrder, LIST_PAGE_SIZE, readLimit, readSkip, readSort } from './page.ts'

test('the first valid limit is used, up to 1000, or else a default', () => {
  expect(readLimit()).toBe(LIST_PAGE_SIZE)
  expect(readLimit(undefined, 25)).toBe(25)
  expect(readLimit(0, 'x', -3, 2.5)).toBe(50)
  expect(readLimit(5000)).toBe(1000)
})

test('an invalid or negative skip is read as 0', () => {
  expect(readSkip(20)).toBe(20)
  expect(readSkip(-1)).toBe(0)
  expect(readSkip('20')).toBe(0)
})

test('a list without a sort or with -order has the dashboard order, and a sort has a direction', () => {
  expect(isDashboardOrder(undefined)).toBe(true)
  expect(isDashboardOrder('-order')).toBe(true)
  expect(isDashboardOrder('title')).toBe(false)
  expect(readSort('random')).toBeUndefined()
  expect(readSort('-metadata.year,title')).toEqual({ path: 'metadata.year', isDescending: true })
})
