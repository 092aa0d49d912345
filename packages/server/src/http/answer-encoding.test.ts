import { describe, expect, test } from 'vitest'

import { encode, encodingFor } from './answer-encoding.ts'

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
