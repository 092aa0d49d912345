import { expect, test } from 'vitest'

import { parsePage } from './page.ts'
import { QueryError } from './query-error.ts'

test('limit and skip are read from texts and numbers, with defaults for missing ones', () => {
  expect(parsePage({}, 1000)).toEqual({ limit: 1000, skip: 0 })
  expect(parsePage({ limit: '', skip: undefined }, 10)).toEqual({ limit: 10, skip: 0 })
  expect(parsePage({ limit: '1', skip: '0' }, 10)).toEqual({ limit: 1, skip: 0 })
  expect(parsePage({ limit: 1000, skip: 100_000_000 }, 10)).toEqual({
    limit: 1000,
    skip: 100_000_000,
  })
})

test.each([
  0,
  1001,
  -1,
  1.5,
  '0',
  '1e3',
  ' 5',
  '5a',
  '0x5',
  Number.NaN,
  Infinity,
  [],
  {},
  true,
  '9'.repeat(30),
])('limit %j is refused by name', (limit) => {
  expect(() => parsePage({ limit }, 10)).toThrow(
    expect.objectContaining({ path: 'limit', code: 'invalid_value' }),
  )
})

test.each([-1, '-1', 0.5, 100_000_001, 'x', [5]])('skip %j is refused by name', (skip) => {
  const parse = () => parsePage({ skip }, 10)
  expect(parse).toThrow(QueryError)
  expect(parse).toThrow(expect.objectContaining({ path: 'skip', code: 'invalid_value' }))
})
