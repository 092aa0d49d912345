import { expect, test } from 'vitest'

import { monthsIn } from './months.ts'

const monthOf = (zone: string, time: string) => monthsIn(zone).monthOf(Date.parse(time))

test('a time is in the month of the calendar in its zone', () => {
  expect(monthOf('UTC', '2026-10-31T23:59:59.999Z')).toBe('2026-10')
  expect(monthOf('UTC', '2026-11-01T00:00:00.000Z')).toBe('2026-11')
  expect(monthOf('Europe/Berlin', '2026-10-31T22:59:59.999Z')).toBe('2026-10')
  expect(monthOf('Europe/Berlin', '2026-10-31T23:00:00.000Z')).toBe('2026-11')
  expect(monthOf('America/New_York', '2026-01-01T04:59:59.999Z')).toBe('2025-12')
  expect(monthOf('America/New_York', '2026-01-01T05:00:00.000Z')).toBe('2026-01')
  expect(monthOf('Pacific/Kiritimati', '2025-12-31T10:00:00.000Z')).toBe('2026-01')
})

test('a month ends where the next one begins, with or without summer time', () => {
  const berlin = monthsIn('Europe/Berlin')
  expect(berlin.boundsOf('2026-03')).toEqual({
    from: '2026-02-28T23:00:00.000Z',
    to: '2026-03-31T22:00:00.000Z',
  })
  expect(berlin.boundsOf('2025-12').to).toBe(berlin.boundsOf('2026-01').from)
})

test('an unknown zone is refused', () => {
  expect(() => monthsIn('Europe/Atlantis')).toThrow(RangeError)
})
