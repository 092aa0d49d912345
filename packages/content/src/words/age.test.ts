import { expect, test } from 'vitest'

import { ago } from './ago.ts'

test('says how long ago something was, in the words of a column', () => {
  const now = new Date(2026, 10, 22, 15, 0).getTime()
  const at = (...parts: [number, number, number, number, number]) =>
    ago(new Date(...parts).getTime(), now)
  expect(ago(now - 5000, now)).toBe('Now')
  expect(ago(now + 5000, now)).toBe('Now')
  expect(at(2026, 10, 22, 14, 34)).toBe('26 min')
  expect(at(2026, 10, 22, 1, 0)).toBe('14 h')
  expect(at(2026, 10, 21, 23, 0)).toBe('Yesterday')
  expect(at(2026, 10, 20, 9, 0)).toBe('20 Nov')
  expect(at(2025, 10, 20, 9, 0)).toBe('20 Nov 2025')
})
