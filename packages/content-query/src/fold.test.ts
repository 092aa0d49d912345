import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { compareText, fold } from './fold.ts'

test('folding twice changes nothing, for every character', () => {
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    if (codePoint === 0xd800) codePoint = 0xe000
    const char = String.fromCodePoint(codePoint)
    const folded = fold(char)
    if (fold(folded) !== folded) throw new Error(`U+${codePoint.toString(16)} folds further`)
  }
})

test('both cases of every letter fold to the same', () => {
  for (const char of ['ä', 'ß', 'σ', 'ς', 'и', 'ø', 'ŉ', 'ﬁ', 'ǆ', 'ⓐ', '𐐨', 'i', 'K']) {
    expect(fold(char.toUpperCase())).toBe(fold(char))
  }
  expect(fold('ẞ')).toBe('ss')
})

test('folding two texts and joining them equals folding the joined text', () => {
  const unit = fc.constantFrom(
    'a',
    'A',
    'Σ',
    'ς',
    'ß',
    'İ',
    'ı',
    'é',
    'E\u0301',
    '😀',
    ' ',
    '\0',
    'ŉ',
  )
  const text = fc.array(unit).map((list) => list.join(''))
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(fold(a + b)).toBe(fold(a) + fold(b))
    }),
  )
})

test('texts are ordered by their UTF-8 bytes', () => {
  const encoder = new TextEncoder()
  const unit = fc.constantFrom(
    'a',
    'b',
    '\0',
    '\u{7f}',
    'é',
    '\u{D7FF}',
    '\u{E000}',
    '\u{FFFD}',
    '😀',
    '\u{10FFFF}',
  )
  const text = fc.array(unit, { maxLength: 4 }).map((list) => list.join(''))
  fc.assert(
    fc.property(text, text, (a, b) => {
      const bytes = (value: string) =>
        Array.from(encoder.encode(value), (byte) => byte.toString(16).padStart(2, '0')).join('')
      const expected = bytes(a) < bytes(b) ? -1 : bytes(a) > bytes(b) ? 1 : 0
      expect(Math.sign(compareText(a, b))).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})
