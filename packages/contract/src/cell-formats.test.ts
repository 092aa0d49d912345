import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type CellFormat, formatsOf, readCell } from './cell-formats.ts'

describe('a number in a cell', () => {
  test.each([
    ['de', 'decimal_comma'],
    ['de-CH', 'decimal_point'],
    ['fr', 'decimal_comma'],
    ['sv', 'decimal_comma'],
    ['pl', 'decimal_comma'],
    ['es', 'decimal_comma'],
    ['en', 'decimal_point'],
    ['en-IN', 'decimal_point'],
  ] as const)('is read as people write it in %s', (locale, format) => {
    const text = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
    // Above the first thousand, Indian notation groups two digits, which `readCell` does not accept.
    const most = locale === 'en-IN' ? 99_999 : 10 ** 10
    fc.assert(
      fc.property(fc.integer({ min: -most, max: most }), fc.nat(9999), (whole, parts) => {
        const value = Number(`${whole}.${String(parts).padStart(4, '0')}`)
        return Object.is(readCell(text.format(value), format), value)
      }),
    )
  })

  test.each(['', ',', '1,2,3', '12.34,5', '1.2345', '1,5 €', '0x1', '1e5', '1234567890,123456'])(
    '%j is no number with a decimal comma',
    (text) => expect(readCell(text, 'decimal_comma')).toBeUndefined(),
  )

  test('may have a sign, spaces of all widths and no groups', () => {
    const texts = ['−1 234,5', '+1 234,5', '1\u202f234,5', '1234,5', ' 1.234,50 ', '007,10']
    expect(texts.map((text) => readCell(text, 'decimal_comma'))).toEqual([
      -1234.5, 1234.5, 1234.5, 1234.5, 1234.5, 7.1,
    ])
  })
})

describe('a day in a cell', () => {
  test.each([
    ['de', 'day_first'],
    ['fr', 'day_first'],
    ['nl', 'day_first'],
    ['cs', 'day_first'],
    ['en-GB', 'day_first'],
    ['en-US', 'month_first'],
  ] as const)('is read as people write it in %s', (locale, format) => {
    const text = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' })
    const range = { min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(range), (date) => {
        return readCell(text.format(date), format) === date.toISOString().slice(0, 10)
      }),
    )
  })

  test.each(['30.02.2026', '31/04/2026', '29.03.26', '2026-03-29', '29.13.2026', '0.1.2026'])(
    '%j is no day that starts with the day of the month',
    (text) => expect(readCell(text, 'day_first')).toBeUndefined(),
  )
})

test.each([
  [
    ['WAHR', 'FALSCH'],
    [true, false],
  ],
  [
    ['Vrai', 'faux'],
    [true, false],
  ],
  [
    ['ja', 'Nein', 'x'],
    [true, false, true],
  ],
  [
    ['ДА', 'нет'],
    [true, false],
  ],
  [['maybe'], [undefined]],
] as const)('reads yes and no in %j', (texts, values) => {
  expect(texts.map((text) => readCell(text, 'yes_no'))).toEqual(values)
})

test.each<[string[], CellFormat[]]>([
  [['1.234,5', '7'], ['decimal_comma']],
  [['1,234.5'], ['decimal_point']],
  // `1.234` is also a plain decimal number, so only its author knows which is meant.
  [['1.234'], ['decimal_comma']],
  [['01/02/2026'], ['day_first', 'month_first']],
  [['01/02/2026', '29/03/2026'], ['day_first']],
  [['oui', 'non'], ['yes_no']],
  [['true', 'FALSE'], []],
  [['1', '0'], []],
  [['2026-03-29'], []],
  [['1', '2.5', '-3'], []],
  [['1,5', 'none'], []],
])('a column of %j may have the formats %j', (texts, formats) => {
  expect(formatsOf(texts)).toEqual(formats)
})

test('a cell of a million marks has no format, and is not normalised', () => {
  expect(formatsOf([`e${'\u0301\u0316'.repeat(500_000)}`])).toEqual([])
})
