import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { compose, composedParts, foldComposed, normalizeText } from './composed.ts'
import { matches } from './match.ts'
import { compileRegex } from './regex.ts'
import { plainText } from './word-match.ts'

const unit = fc.constantFrom(
  ...Array.from('aEeJǰéßΣ각क日 😀'),
  '\u093c',
  '\u0958',
  '\u1100',
  '\u1161',
  '\u11a8',
  '\u0301',
  '\u0316',
  '\u030c',
  '\u212b',
  '\u{1d165}',
  '\ud835',
)
const text = fc.array(unit, { maxLength: 12 }).map((units) => units.join(''))
/** Generates the forms in which a text may be stored. */
const stored = (one: string) =>
  fc.constantFrom('NFC', 'NFD', undefined).map((form) => (form ? one.normalize(form) : one))

test('composing a text gives its NFC form, whole or in parts, and folding ignores the stored form', () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(compose(one)).toBe(one.normalize('NFC'))
      expect(foldComposed(one.normalize('NFD'))).toBe(foldComposed(one.normalize('NFC')))
      const long = `${one}${'x'.repeat(8190)}${one}`.repeat(3)
      expect(compose(long)).toBe(long.normalize('NFC'))
      expect(Array.from(composedParts(long)).join('')).toBe(compose(long))
    }),
    { numRuns: 1000 },
  )
})

test('a letter with a million marks is composed part by part', () => {
  const marks = `e${'\u0301\u0316'.repeat(500_000)}`
  expect(compose(marks)).toHaveLength(marks.length - 1)
  expect([...composedParts(marks)].every((part) => part.length < 10_000)).toBe(true)
})

test('texts with few marks are normalised as in JavaScript, and long runs of marks lose none', () => {
  fc.assert(
    fc.property(text, fc.constantFrom('NFC', 'NFD', 'NFKD'), (one, form) => {
      const long = `${one}${'\u0301\u0316'.repeat(20)}`
      expect(normalizeText(one, form)).toBe(one.normalize(form))
      // With more marks than any writing uses, their order may differ, and so may the composed characters.
      if (form === 'NFC') return
      expect(Array.from(normalizeText(long, form)).toSorted()).toEqual(
        Array.from(long.normalize(form)).toSorted(),
      )
    }),
  )
})

test('the plain text of a word drops a million accents, but keeps marks that are no accents', () => {
  const marks = '\u0301\u0316'.repeat(500_000)
  expect(plainText(`Zé${marks} x`)).toBe('ze x')
  // Not all marks are accents, so these stay.
  expect(plainText(`Z${'\u05b0\u05b4'.repeat(500_000)}`)).toHaveLength(1_000_001)
})

test('equality and patterns give the same result for every stored form of an accent', () => {
  let matched = 0
  const cases = text.chain((one) =>
    fc.tuple(fc.constant(one), stored(one), stored(one), text.chain(stored), fc.boolean()),
  )
  fc.assert(
    fc.property(cases, ([one, target, held, part, isFolding]) => {
      const record = (title: string) => ({ title })
      const isEqual = (value: string) =>
        matches({ kind: 'compare', path: ['title'], op: 'eq', value }, record(held))
      expect(isEqual(target)).toBe(true)
      expect(matches({ kind: 'in', path: ['title'], values: ['x', target] }, record(held))).toBe(
        true,
      )
      expect(isEqual(part)).toBe(part.normalize('NFC') === one.normalize('NFC'))
      const pattern = part.replaceAll(/[^\p{L}\p{M}]/gu, '')
      for (const source of [pattern, `^${pattern}`, `${pattern}.*$`, `[${pattern}x]`]) {
        const answers = ['NFC', 'NFD'].flatMap((form) => {
          const { test, testInParts } = compileRegex(source.normalize(form), isFolding ? 'i' : '')
          return ['NFC', 'NFD'].flatMap((other) => {
            const searched = one.normalize(other)
            const parts = testInParts(searched)
            let part = parts.next()
            while (!part.done) part = parts.next()
            return [test(searched), part.value]
          })
        })
        expect(new Set(answers).size).toBe(1)
        if (answers[0] && pattern !== '') matched++
      }
    }),
    { numRuns: 2000 },
  )
  expect(matched).toBeGreaterThan(50)
})
