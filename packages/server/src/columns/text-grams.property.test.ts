import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { TextGrams } from './text-grams.ts'

/** Few letters, so that needles occur often, and one unit beyond a single byte. */
const text = (most: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'ß', '日'), size: 'max', maxLength: most })

test('every occurrence of a needle begins in one of the parts', () => {
  fc.assert(
    fc.property(text(1500), text(1500), text(90), text(400), (before, after, needle, other) => {
      const whole = before + needle + after
      const grams = new TextGrams(whole)
      for (const one of [needle, other, whole.slice(200, 200 + other.length)]) {
        const parts = [...grams.partsOf(one)]
        for (let at = whole.indexOf(one); at >= 0 && at < whole.length;) {
          expect(parts.some(([start, end]) => start <= at && at < end)).toBe(true)
          at = whole.indexOf(one, at + 1)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('a needle is looked for in few parts, and in none if it does not occur', () => {
  const words = Array.from({ length: 4000 }, (_, n) => `title ${n}`)
  const grams = new TextGrams(words.join(''))
  expect([...grams.partsOf('another word')]).toEqual([])
  const searched = [...grams.partsOf('title 2345')].reduce((sum, [from, to]) => sum + to - from, 0)
  expect(searched).toBeLessThan(4000)
})
