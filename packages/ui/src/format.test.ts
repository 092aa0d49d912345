import { afterEach, describe, expect, test, vi } from 'vitest'

import {
  formatDate,
  formatDateTime,
  formatDay,
  formatList,
  formatLongDateTime,
  formatMonth,
  formatNumber,
  formatSeconds,
  formatShortDate,
  formatShortDateTime,
  formatSize,
  formatWeekday,
  formatWeekdayDate,
  formatWeekdayTime,
  getRegion,
  type Region,
  regions,
  setRegion,
  subscribeToRegion,
} from './format.ts'

const time = new Date(2026, 0, 2, 9, 0, 5)
const now = new Date(2026, 10, 28)
/** Replaces non-breaking spaces, which some regions have between digits and before AM, by spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('’', "'")

afterEach(() => {
  setRegion('en-GB')
  vi.unstubAllGlobals()
})

test('formats are British by default', () => {
  expect(getRegion()).toBe('en-GB')
  expect(formatDate(time)).toBe('2 Jan 2026')
  expect(formatDateTime(time)).toBe('2 Jan 2026, 09:00')
  expect(formatLongDateTime(time)).toBe('2 January 2026 at 09:00')
  expect(formatShortDate(time, now)).toBe('2 Jan')
  expect(formatShortDate(time, new Date(2027, 0, 1))).toBe('2 Jan 2026')
  expect(formatShortDateTime(time, now)).toBe('2 Jan, 09:00')
  expect(formatDay(time)).toBe('Friday 2 January')
  expect(formatWeekday(time)).toBe('Friday')
  expect(formatWeekdayTime(time)).toBe('Fri 09:00')
  expect(formatWeekdayDate(time)).toBe('Fri, 2 Jan 2026')
  expect(formatMonth(time)).toBe('January 2026')
  expect(formatSeconds(time)).toBe('09:00:05')
})

test.each<[Region, string, string]>([
  ['en-GB', '2 Jan 2026, 09:00', '1,284,567.5'],
  ['en-US', 'Jan 2, 2026, 9:00 AM', '1,284,567.5'],
  ['de-DE', '2 Jan 2026, 09:00', '1.284.567,5'],
  ['fr-FR', '2 Jan 2026, 09:00', '1 284 567,5'],
  ['de-CH', '2 Jan 2026, 09:00', "1'284'567.5"],
  ['en-IN', '2 Jan 2026, 9:00 am', '12,84,567.5'],
  ['iso', '2026-01-02 09:00', '1,284,567.5'],
])('formats follow the region %s', (region, date, number) => {
  // Text formatted earlier is not cached.
  formatDateTime(time)
  formatNumber(1)
  setRegion(region)
  expect(plain(formatDateTime(time))).toBe(date)
  expect(plain(formatNumber(1_284_567.5))).toBe(number)
})

test('only weekdays and months are words in dates by ISO 8601', () => {
  setRegion('iso')
  expect(formatDay(time)).toBe('Friday 2026-01-02')
  expect(formatShortDateTime(time, now)).toBe('2026-01-02 09:00')
  expect(formatMonth(time)).toBe('January 2026')
})

test('a date in UTC is not shifted by the local time zone', () => {
  const inEachRegion = (isUTC: boolean) =>
    regions.map((region) => {
      setRegion(region)
      return formatDate('2026-01-02T00:00:00.000Z', { isUTC })
    })
  const dates = inEachRegion(true)
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(inEachRegion(true)).toEqual(dates)
  expect(inEachRegion(false)).not.toEqual(dates)
  vi.unstubAllEnvs()
  setRegion('iso')
  expect(formatDate('2026-01-02', { isUTC: true })).toBe('2026-01-02')
  expect(formatDate('2026-01-02T23:59:00Z', { isUTC: true })).toBe('2026-01-02')
})

describe('the region of the browser', () => {
  test.each([
    ['en-US', 'Jan 2, 2026, 9:00 AM', '1,284.5'],
    ['en-AU', '2 Jan 2026, 9:00 am', '1,284.5'],
    ['de-DE', '2 Jan 2026, 09:00', '1.284,5'],
    ['sv-SE', '2026-01-02 09:00', '1 284,5'],
    // Digits stay those of the rest of the interface.
    ['ar-EG', '2 Jan 2026, 9:00 am', '1,284.5'],
  ])('has the formats of %s', (language, date, number) => {
    vi.stubGlobal('navigator', { language })
    setRegion('browser')
    expect(plain(formatDateTime(time))).toBe(date)
    expect(plain(formatNumber(1284.5))).toBe(number)
  })
})

test('listeners hear of a change of region until they unsubscribe', () => {
  const listener = vi.fn<() => void>()
  const stop = subscribeToRegion(listener)
  setRegion('en-GB')
  expect(listener).not.toHaveBeenCalled()
  setRegion('iso')
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
  setRegion('en-US')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('sizes have the unit that keeps them short', () => {
  expect([0, 999, 1000, 1_949_000, 23_400, 900_000_000, 2e12].map(formatSize)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '1.9 MB',
    '23 kB',
    '900 MB',
    '2.0 TB',
  ])
  setRegion('de-DE')
  expect(formatSize(1_949_000)).toBe('1,9 MB')
})

test('lists are in English in every region', () => {
  setRegion('de-DE')
  expect(formatList(['a', 'b', 'c'])).toBe('a, b, and c')
})

test.each([9e15, -9e15, '99999-99-99', ''])(
  'an invalid time, %s, is written unchanged',
  (value) => {
    for (const format of [formatDate, formatDateTime, formatShortDate, formatShortDateTime])
      expect(format(value)).toBe(String(value))
  },
)
