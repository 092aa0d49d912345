import fc from 'fast-check'
import { expect, test } from 'vitest'

import { textOrder } from './collation.ts'

test.each<[string | undefined, string[]]>([
  ['en', ['Äpfel', 'apple', 'Apple', 'Room 9', 'room 10', 'Room 10', 'Zebra']],
  ['sv', ['Apple', 'Zebra', 'Åland', 'Äpple', 'Öland']],
  ['de', ['Apfel', 'Äpfel', 'Zebra']],
  [undefined, ['Room 10', 'Room 9', 'Zebra', 'apple', 'Äpfel']],
])('sorts texts by the rules of the locale %s', (locale, texts) => {
  expect(texts.toReversed().sort(textOrder(locale))).toEqual(texts)
})

test('a locale without a dictionary sorts like English, and an invalid tag is accepted', () => {
  const texts = ['Room 9', 'Room 10', 'zebra']
  for (const locale of ['tlh', 'en-aaaaa-aaaaa', 'x'])
    expect(texts.toReversed().sort(textOrder(locale))).toEqual(texts)
})

test('the order is total, and only identical texts compare as equal', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'ä', 'a\u0308', '1', '01', ' ', '-') })
  fc.assert(
    fc.property(text, text, text, fc.constantFrom(undefined, 'en', 'sv'), (a, b, c, locale) => {
      const order = textOrder(locale)
      expect(order(a, b) === 0).toBe(a === b)
      expect(Math.sign(order(a, b)) + Math.sign(order(b, a))).toBe(0)
      if (order(a, b) < 0 && order(b, c) < 0) expect(order(a, c)).toBeLessThan(0)
    }),
    { numRuns: 2000 },
  )
})
