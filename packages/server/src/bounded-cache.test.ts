import { expect, test } from 'vitest'

import { createBoundedCache } from './bounded-cache.ts'

test('a value is found by its key, and a new one replaces it', () => {
  const cache = createBoundedCache<string>(10_000)
  cache.set('a', 'one', 10)
  cache.set('a', 'two', 10)
  expect(cache.get('a')).toBe('two')
  expect(cache.get('b')).toBeUndefined()
})

test('values stay within the memory limit: the least recently used are dropped first', () => {
  const cache = createBoundedCache<string>(10_000)
  const names = Array.from({ length: 9 }, (_, n) => `key ${n}`)
  for (const name of names) {
    cache.set(name, name, 900)
    cache.get('key 0')
  }
  expect(cache.get('key 0')).toBe('key 0')
  expect(cache.get('key 1')).toBeUndefined()
  expect(cache.get('key 8')).toBe('key 8')
  expect(cache.bytes).toBeLessThanOrEqual(10_000)
})

test('a value that is too large is not cached, and a replaced one frees its memory', () => {
  const cache = createBoundedCache<string>(10_000)
  cache.set('a', 'large', 6000)
  expect(cache.bytes).toBe(0)
  cache.set('a', 'small', 900)
  const { bytes } = cache
  for (let n = 0; n < 50; n += 1) cache.set('a', `small ${n}`, 900)
  expect(cache.bytes).toBe(bytes)
})
