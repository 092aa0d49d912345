import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { inexactNumberIn, isExact } from './exact-number.ts'

describe('a number', () => {
  test('that was written from a double is exact', () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(numbers, (value) => {
        // Other languages print fractions with 17 digits.
        const printed = Number.isInteger(value) ? [] : [value.toPrecision(17)]
        return [String(value), JSON.stringify(value), ...printed].every(isExact)
      }),
      { numRuns: 1000 },
    )
  })

  test('without a fraction is exact if JavaScript writes it back unchanged', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (value) => {
        return isExact(String(value)) === (String(Number(value)) === String(value))
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    '12345678901234567890',
    '9007199254740993',
    '1e400',
    '-1e999',
    '1e-400',
    '0.123456789012345678',
  ])('%s is not exact', (source) => expect(isExact(source)).toBe(false))
  test.each(['1.0', '1e5', '-0', '0.000', '1.10', '100000000000000000000', '1E+21', '0.1'])(
    '%s is exact',
    (source) => expect(isExact(source)).toBe(true),
  )
})

describe('JSON', () => {
  test('written by JavaScript contains no inexact number', () => {
    fc.assert(fc.property(fc.json(), (json) => inexactNumberIn(json) === undefined))
  })

  test('reports an inexact number with its path', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), fc.nat(5), (other, key, at) => {
        const list = Array.from({ length: at }, () => other)
        const json = JSON.stringify({ other, [key]: [...list, 'HERE'] })
        const [before, after] = json.split('"HERE"')
        fc.pre(after !== undefined && !json.slice(json.indexOf('"HERE"') + 1).includes('"HERE"'))
        const inexact = inexactNumberIn(`${before}12345678901234567890${after}`)
        return inexact?.path === `${key}.${at}` && inexact.source === '12345678901234567890'
      }),
    )
  })

  test('may contain the digits of an inexact number in texts', () => {
    const json = JSON.stringify({
      '12345678901234567890': '12345678901234567890 "1e400": 1e400, [',
    })
    expect(inexactNumberIn(json)).toBeUndefined()
  })
})
