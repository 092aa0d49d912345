import { expect, test } from 'vitest'

import { dateOf, dayOf, daysLater, visibleDays, onDay, targetDay, shiftDay } from './days.ts'

const date = (day: string) => dateOf(day, new Date(2000, 0, 1))

test('a month is shown in whole weeks from Monday on', () => {
  const days = visibleDays(date('2026-11-20'), 'month').map(dayOf)
  expect(days).toHaveLength(42)
  expect([days[0], days.at(-1)]).toEqual(['2026-10-26', '2026-12-06'])
  // February 2027 begins on a Monday and has four weeks.
  expect(visibleDays(date('2027-02-14'), 'month')).toHaveLength(28)
})

test('a week is shown from Monday to Sunday', () => {
  const days = visibleDays(date('2026-11-22'), 'week').map(dayOf)
  expect([days.length, days[0], days.at(-1)]).toEqual([7, '2026-11-16', '2026-11-22'])
})

test('the calendar turns by months and weeks without skipping a short month', () => {
  expect(dayOf(shiftDay(date('2026-01-31'), 'month', 1))).toBe('2026-02-01')
  expect(dayOf(shiftDay(date('2026-01-31'), 'month', -1))).toBe('2025-12-01')
  expect(dayOf(shiftDay(date('2026-12-30'), 'week', 1))).toBe('2027-01-06')
})

test('keys lead to days, the ends of the week, and the same or the last day of other months', () => {
  const target = (key: string, day: string) => {
    const to = targetDay(key, date(day))
    return to && dayOf(to)
  }
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End']
  expect(keys.map((key) => target(key, '2026-11-29'))).toEqual([
    '2026-11-30',
    '2026-11-28',
    '2026-12-06',
    '2026-11-22',
    '2026-11-23',
    '2026-11-29',
  ])
  expect(target('Home', '2026-11-23')).toBe('2026-11-23')
  expect(target('PageDown', '2026-01-31')).toBe('2026-02-28')
  expect(target('PageDown', '2026-12-31')).toBe('2027-01-31')
  expect(target('PageUp', '2028-03-30')).toBe('2028-02-29')
  expect(target('PageUp', '2026-01-01')).toBe('2025-12-01')
  expect(target('a', '2026-01-01')).toBeUndefined()
})

test('moved objects keep their time of day across clock changes', () => {
  for (const [from, days] of [
    ['2026-03-28', 1],
    ['2026-10-24', 1],
    ['2026-11-20', -7],
  ] as const) {
    const at = new Date(date(from))
    at.setHours(9, 30)
    const moved = new Date(onDay(at.getTime(), daysLater(date(from), days)))
    expect([moved.getHours(), moved.getMinutes()]).toEqual([9, 30])
    expect(dayOf(moved)).toBe(dayOf(daysLater(at, days)))
  }
})

test('an invalid day is read as today', () => {
  expect(dayOf(dateOf('soon', new Date(2026, 10, 20, 15)))).toBe('2026-11-20')
})
