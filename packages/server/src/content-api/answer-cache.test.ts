import { describe, expect, test } from 'vitest'

import { createAnswerCache, type KeptAnswer } from './answer-cache.ts'
import { encode, encodingFor } from './answer-encoding.ts'

const answer = (version: number, length = 10): KeptAnswer => ({
  version,
  encoding: undefined,
  bytes: Buffer.alloc(length),
})

describe('answers', () => {
  test('are found under their own version only', () => {
    const cache = createAnswerCache()
    cache.keep('a', answer(3))
    expect(cache.find('a', 3)).toBeDefined()
    expect(cache.find('a', 2)).toBeUndefined()
    expect(cache.find('a', 4)).toBeUndefined()
    expect(cache.find('b', 3)).toBeUndefined()
  })

  test('give way to newer ones, never to older', () => {
    const cache = createAnswerCache()
    cache.keep('a', answer(3))
    cache.keep('a', answer(4))
    cache.keep('a', answer(3))
    expect(cache.find('a', 4)).toBeDefined()
    expect(cache.find('a', 3)).toBeUndefined()
  })

  test('take no more than their room: those not used for longest go', () => {
    const cache = createAnswerCache(10_000, 5000)
    for (const name of ['a', 'b']) cache.keep(name, answer(1, 4000))
    cache.find('a', 1)
    cache.keep('c', answer(1, 4000))
    expect(cache.find('b', 1)).toBeUndefined()
    expect(cache.find('a', 1)).toBeDefined()
    expect(cache.find('c', 1)).toBeDefined()
    expect(cache.size()).toBeLessThanOrEqual(10_000)
  })

  test('that are too large are not kept, and replacing frees the room', () => {
    const cache = createAnswerCache(10_000, 5000)
    cache.keep('a', answer(1, 6000))
    expect(cache.size()).toBe(0)
    cache.keep('a', answer(1, 4000))
    const size = cache.size()
    for (let version = 2; version < 50; version += 1) cache.keep('a', answer(version, 4000))
    expect(cache.size()).toBe(size)
  })
})

describe('encodings', () => {
  test.each([
    [undefined, undefined],
    ['identity', undefined],
    ['gzip, deflate', 'gzip'],
    ['gzip, compress, deflate, br', 'br'],
    ['br;q=0, GZIP;q=0.5', 'gzip'],
    ['gzip;q=0.0', undefined],
    ['notgzip', undefined],
  ])('%s: %s', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding)
  })

  test('short answers stay plain', async () => {
    expect((await encode(Buffer.alloc(100), 'br')).encoding).toBeUndefined()
    const long = await encode(Buffer.alloc(5000), 'br')
    expect(long).toMatchObject({ encoding: 'br' })
    expect(long.bytes.length).toBeLessThan(100)
  })
})
