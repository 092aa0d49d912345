import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { daysOf, isPeriod, readPeriod, usualPeriods } from './periods.ts'

/** A Thursday. */
const NOW = Date.parse('2024-02-29T18:30:00Z')

test.each([
  ['today', '2024-02-29', '2024-02-29'],
  ['yesterday', '2024-02-28', '2024-02-28'],
  ['tomorrow', '2024-03-01', '2024-03-01'],
  ['last 7 days', '2024-02-23', '2024-02-29'],
  ['next 7 days', '2024-02-29', '2024-03-06'],
  ['last 2 weeks', '2024-02-16', '2024-02-29'],
  ['last 1 months', '2024-01-30', '2024-02-29'],
  ['last 1 years', '2023-03-01', '2024-02-29'],
  ['30 days ago', '2024-01-30', '2024-01-30'],
  ['1 years ago', '2023-02-28', '2023-02-28'],
  ['in 2 weeks', '2024-03-14', '2024-03-14'],
  ['this week', '2024-02-26', '2024-03-03'],
  ['last week', '2024-02-19', '2024-02-25'],
  ['next month', '2024-03-01', '2024-03-31'],
  ['last month', '2024-01-01', '2024-01-31'],
  ['this year', '2024-01-01', '2024-12-31'],
  ['last 9999 years', '0001-01-01', '2024-02-29'],
])('“%s” covers the days from %s to %s', (period, first, last) => {
  expect(daysOf(period, NOW)).toEqual({ first, last })
})

test('a period has one spelling, and other texts are no period', () => {
  expect(readPeriod(' Last  30 Days ')).toBe('last 30 days')
  expect(readPeriod('last 1 day')).toBe('last 1 days')
  expect(readPeriod('1 week ago')).toBe('1 weeks ago')
  for (const text of ['last 0 days', 'last', '30 days', 'last 12345 days', '2024-01-31', '']) {
    expect(readPeriod(text)).toBeUndefined()
  }
  for (const period of usualPeriods) expect(isPeriod(period)).toBe(true)
})

test('a period begins no later than it ends, on any day', () => {
  const period = fc.oneof(
    fc.constantFrom(...usualPeriods),
    fc
      .tuple(
        fc.constantFrom('last', 'next'),
        fc.integer({ min: 1, max: 9999 }),
        fc.constantFrom('days', 'weeks', 'months', 'years'),
      )
      .map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(period, fc.integer({ min: 0, max: 4e12 }), (text, now) => {
      const { first, last } = daysOf(text, now)
      expect(first <= last).toBe(true)
      expect([first, last].every((day) => /^\d{4}-\d\d-\d\d$/.test(day))).toBe(true)
    }),
  )
})
