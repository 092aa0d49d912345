import { describe, expect, test } from 'vitest'

import { createTestClock } from '../testing/test-clock.ts'
import { createAddressRate, createRequestRate } from './request-rate.ts'

const options = { perSecond: 2, burst: 5 }

/** Returns how many requests of a key pass before one is refused. */
function passing(count: (key: string) => void, key = 'k'): number {
  for (let passed = 0; passed < 1000; passed += 1) {
    try {
      count(key)
    } catch {
      return passed
    }
  }
  throw new Error('never refused')
}

test('a request rate lets a burst through, and then more as time passes, per key', () => {
  const clock = createTestClock()
  const count = createRequestRate(clock, options)
  expect(passing(count)).toBe(5)
  expect(passing(count, 'another')).toBe(5)
  clock.advance(1000)
  expect(passing(count)).toBe(2)
  clock.advance(3_600_000)
  expect(passing(count)).toBe(5)
})

test('a refusal says when to try again', () => {
  const clock = createTestClock()
  const count = createRequestRate(clock, { perSecond: 0.1, burst: 1 })
  count('k')
  expect(() => count('k')).toThrow(expect.objectContaining({ code: 'limited', retryAfter: 10 }))
})

test('a clock that was set back makes no one wait longer', () => {
  const clock = createTestClock()
  const count = createRequestRate(clock, options)
  passing(count)
  clock.advance(-3_600_000)
  passing(count)
  clock.advance(1000)
  expect(passing(count)).toBe(2)
})

test('a frequent client stays limited even if many others come once', () => {
  const count = createRequestRate(createTestClock(), options)
  passing(count)
  for (let n = 0; n < 19_000; n += 1) {
    count(`other ${n}`)
    if (n % 5000 === 0) expect(() => count('k')).toThrow('Too many requests')
  }
})

describe('a network', () => {
  /** Returns how many requests pass, each from another address. */
  const passingOf = (count: (ip: string) => void, ipOf: (n: number) => string): number => {
    let passed = 0
    for (let n = 0; n < 1000; n += 1) {
      try {
        count(ipOf(n))
        passed += 1
      } catch {
        // Refused.
      }
    }
    return passed
  }
  const hex = (n: number) => n.toString(16)

  test('of IPv6 has its own limit, a multiple of that of a single address', () => {
    const count = createAddressRate(createTestClock(), options)
    expect(passingOf(count, () => '2001:db8::1')).toBe(5)
    expect(passingOf(count, (n) => `2001:db8:0:${hex(n)}::1`)).toBe(15)
    expect(passingOf(count, (n) => `2001:db8:${hex(n)}::1`)).toBe(60)
    expect(passingOf(count, (n) => `2001:db9:${hex(n)}::1`)).toBe(80)
  })

  test('of IPv4 has no limit of its own, only one per address and key', () => {
    const count = createAddressRate(createTestClock(), options)
    expect(passingOf(count, (n) => `203.0.${n >> 8}.${n % 256}`)).toBe(1000)
    expect(
      passingOf(
        (ip) => count(ip, 'a'),
        () => '2001:db8::1',
      ),
    ).toBe(5)
    expect(
      passingOf(
        (ip) => count(ip, 'b'),
        () => '2001:db8::1',
      ),
    ).toBe(5)
  })

  test('is not used up by an address that is refused', () => {
    const count = createAddressRate(createTestClock(), options)
    passingOf(count, () => '2001:db8::1')
    expect(passingOf(count, () => '2001:db8:0:1::1')).toBe(5)
  })

  test('does not push the count of another address out of memory', () => {
    const clock = createTestClock()
    const count = createAddressRate(clock, { perSecond: 0.01, burst: 5 })
    passingOf(count, () => '203.0.113.9')
    for (let n = 0; n < 30_000; n += 1) {
      try {
        count(`2001:db8:${hex(n >> 8)}:${hex(n % 256)}::1`)
      } catch {
        // Refused.
      }
    }
    expect(() => count('203.0.113.9')).toThrow('Too many requests')
  })
})
