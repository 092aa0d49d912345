import { expect, test } from 'vitest'

import { newSetUpKey, otpAddress, spaceKey } from './set-up-key.ts'

test('a setup key is 160 bits of base32, and different each time', () => {
  const keys = Array.from({ length: 50 }, newSetUpKey)
  for (const key of keys) expect(key).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(keys).size).toBe(50)
  expect(new Set(keys.join('')).size).toBe(32)
})

test('a setup key is shown in groups of four', () => {
  expect(spaceKey('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
})

test('the otpauth address names the product and the account, with special characters escaped', () => {
  const address = new URL(otpAddress('ABCD2345', 'ada+lab@example.com'))
  expect(address.protocol).toBe('otpauth:')
  expect(decodeURIComponent(address.pathname)).toMatch(/Typecase:ada\+lab@example\.com$/)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: 'ABCD2345',
    issuer: 'Typecase',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
