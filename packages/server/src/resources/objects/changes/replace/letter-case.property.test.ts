import fc from 'fast-check'
import { expect, test } from 'vitest'

import { inCaseOf } from './letter-case.ts'

/** Letters with a single upper-case and lower-case form each, and separators. */
const signs = Array.from('abcdeéñøżдюλABCDEÉÑØŻДЮΛ -.7’')
const text = fc.array(fc.constantFrom(...signs), { maxLength: 12 }).map((all) => all.join(''))
const runs = { numRuns: Number(process.env['REPLACE_RUNS'] ?? 1000) }

test('taking the case of a match changes no letter of the new text, and is idempotent', () => {
  fc.assert(
    fc.property(text, text, (model, written) => {
      const once = inCaseOf(model, written)
      expect(once.toLowerCase()).toBe(written.toLowerCase())
      expect(inCaseOf(model, once)).toBe(once)
    }),
    runs,
  )
})

test('upper case gives upper case, and lower case gives lower case unless the text is in mixed case', () => {
  fc.assert(
    fc.property(text, text, (model, written) => {
      const letters = Array.from(model).filter((sign) => /\p{L}/u.test(sign))
      if (letters.length < 2) return
      expect(inCaseOf(model.toUpperCase(), written)).toBe(written.toUpperCase())
      const hasInside = /\p{Ll}\p{Lu}/u.test(written)
      expect(inCaseOf(model.toLowerCase(), written)).toBe(
        hasInside ? written : written.toLowerCase(),
      )
    }),
    runs,
  )
})

test('a text that takes its own case stays unchanged', () => {
  fc.assert(
    fc.property(text, (written) => {
      expect(inCaseOf(written, written)).toBe(written)
    }),
    runs,
  )
})
