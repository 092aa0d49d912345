import { describe, expect, test } from 'vitest'

import { createSafeAddresses, isPublicAddress, isPublicOrIn } from './safe-addresses.ts'

describe('networks of the operator’s own', () => {
  const isReachable = isPublicOrIn(['10.1.0.0/16', 'fd00:1::/32'])

  test.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['10.2.0.1', false],
    ['127.0.0.1', false],
    ['fd00:1::5', true],
    ['fd00:2::5', false],
    ['93.184.216.34', true],
    ['localhost', false],
  ])('%s: %s', (address, expected) => {
    expect(isReachable(address)).toBe(expected)
  })

  test('have ports; the public internet alone has the usual ones', () => {
    const own = createSafeAddresses(isReachable)
    expect(() => own.assertSafe('http://10.1.2.3:8080/hook')).not.toThrow()
    expect(() => own.assertSafe('http://10.2.0.1/hook')).toThrow('public internet')
    const all = createSafeAddresses(isPublicAddress)
    expect(() => all.assertSafe('https://example.com:8443/')).toThrow('names a port')
    expect(() => all.assertSafe('https://example.com/')).not.toThrow()
  })
})
