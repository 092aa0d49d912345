import { expect, test } from 'vitest'

import { formatAge, formatSecondsAgo, formatTimeAgo } from './age.ts'

test('formatAge describes an age briefly, for a column', () => {
  const now = new Date(2026, 10, 22, 15, 0).getTime()
  const at = (...parts: [number, number, number, number, number]) =>
    formatAge(new Date(...parts).getTime(), now)
  expect(formatAge(now - 5000, now)).toBe('Now')
  expect(formatAge(now + 5000, now)).toBe('Now')
  expect(at(2026, 10, 22, 14, 34)).toBe('26 min')
  expect(at(2026, 10, 22, 1, 0)).toBe('14 h')
  expect(at(2026, 10, 21, 23, 0)).toBe('Yesterday')
  expect(at(2026, 10, 20, 9, 0)).toBe('20 Nov')
  expect(at(2025, 10, 20, 9, 0)).toBe('20 Nov 2025')
})

const now = Date.UTC(2026, 10, 20, 12)

test.each([
  [0, 'a moment ago'],
  [59_000, 'a moment ago'],
  [61_000, '1 minute ago'],
  [2 * 3_600_000, '2 hours ago'],
  [86_400_000, 'yesterday'],
  [-86_400_000, 'tomorrow'],
  [400 * 86_400_000, 'last year'],
])('%d ms before now is %s', (ms, words) => expect(formatTimeAgo(now - ms, now)).toBe(words))

test('formatSecondsAgo counts the seconds of the last minute', () => {
  expect(formatSecondsAgo(now - 5000, now)).toBe('5 s ago')
  expect(formatSecondsAgo(now, now)).toBe('1 s ago')
  expect(formatSecondsAgo(now - 61_000, now)).toBe('1 minute ago')
})
