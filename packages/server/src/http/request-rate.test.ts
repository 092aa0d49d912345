import { expect, test } from 'vitest'

import { createTestClock } from '../testing/test-clock.ts'
import { createRequestRate } from './request-rate.ts'

const options = { perSecond: 2, burst: 5 }

/** How many requests of a key pass before one is refused. */
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

test('lets a burst through and then as many as come in with time, per key', () => {
  const clock = createTestClock()
  const count = createRequestRate(clock, options)
  expect(passing(count)).toBe(5)
  expect(passing(count, 'another')).toBe(5)
  clock.advance(1000)
  expect(passing(count)).toBe(2)
  clock.advance(3_600_000)
  expect(passing(count)).toBe(5)
})

test('says when to come again', () => {
  const clock = createTestClock()
  const count = createRequestRate(clock, { perSecond: 0.1, burst: 1 })
  count('k')
  expect(() => count('k')).toThrow(expect.objectContaining({ code: 'limited', retryAfter: 10 }))
})

test('a clock that was set back lets nobody wait longer', () => {
  const clock = createTestClock()
  const count = createRequestRate(clock, options)
  passing(count)
  clock.advance(-3_600_000)
  passing(count)
  clock.advance(1000)
  expect(passing(count)).toBe(2)
})

test('remembers those who come often, though many others come once', () => {
  const count = createRequestRate(createTestClock(), options)
  passing(count)
  for (let n = 0; n < 19_000; n += 1) {
    count(`other ${n}`)
    if (n % 5000 === 0) expect(() => count('k')).toThrow('Too many requests')
  }
})
