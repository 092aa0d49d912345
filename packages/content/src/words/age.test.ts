import { expect, test } from 'vitest'

import { formatAge } from './age.ts'

test('says how long formatAge something was, in the words of a column', () => {
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
