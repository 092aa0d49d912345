import { describe, expect, test } from 'vitest'

import { encode, encodingFor } from './response-encoding.ts'

describe('response encoding', () => {
  test.each([
    [undefined, undefined],
    ['identity', undefined],
    ['gzip, deflate', 'gzip'],
    ['gzip, compress, deflate, br', 'br'],
    ['br;q=0, GZIP;q=0.5', 'gzip'],
    ['gzip;q=0.0', undefined],
    ['notgzip', undefined],
  ])('for the header %s is %s', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding)
  })

  test('leaves short responses plain', async () => {
    expect(await encode('short', 'br')).toEqual({ body: 'short', encoding: undefined })
    const long = await encode('x'.repeat(5000), 'br')
    expect(long).toMatchObject({ encoding: 'br' })
    expect(long.body.length).toBeLessThan(100)
  })

  test.each(['br', 'gzip'] as const)(
    'with %s gives a body that holds no more memory than its bytes',
    async (encoding) => {
      const { body } = await encode('text '.repeat(2000), encoding)
      expect(Buffer.isBuffer(body) && body.buffer.byteLength).toBe(body.length)
    },
  )

  test('turns a long text that stays plain into bytes', async () => {
    const { body, encoding } = await encode('ü'.repeat(9000), undefined)
    expect(encoding).toBeUndefined()
    expect(body).toEqual(Buffer.from('ü'.repeat(9000)))
  })
})
