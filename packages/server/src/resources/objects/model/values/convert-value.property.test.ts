import { type Metafield, type MetafieldType, metafieldTypes } from '@typecase/contract/metafields'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { checkValues } from '@typecase/contract/field-values/check-values'
import { tooLittle } from '@typecase/contract/field-values/missing-values'
import { isEmpty } from '@typecase/contract/field-values/value-check'
import { fieldOf, stored } from '../../../../testing/random-values.ts'
import { convertValue, convertValues } from './convert-value.ts'
import { newFindings } from './findings.ts'

const runs = Number(process.env['CONVERT_RUNS'] ?? 40)

const texts: ReadonlySet<MetafieldType> = new Set([
  'text',
  'textarea',
  'html-textarea',
  'markdown',
  'rich-text',
  'json',
])

const pairs = metafieldTypes.flatMap((from) => metafieldTypes.map((to) => [from, to] as const))

test(`every type converts to every type with a valid value or a reason (${runs} runs a pair)`, () => {
  for (const [from, to] of pairs) {
    const [before, after] = [fieldOf(from), fieldOf(to)]
    fc.assert(
      fc.property(stored[from], (value) => {
        const converted = convertValue(value, before, after)
        if ('reason' in converted) {
          expect(converted.reason).toMatch(/\S/)
          return
        }
        // A value must not become empty, except for a text that is only markup and rows without values.
        const isBlank = isEmpty(value) || (Array.isArray(value) && value.every(isEmpty))
        if (!isBlank && !texts.has(from)) expect(isEmpty(converted.value)).toBe(false)
        const findings = newFindings()
        checkValues([after], { f: converted.value }, 'at', findings)
        expect(findings.problems).toEqual([])
      }),
      { numRuns: runs },
    )
  }
})

const limit = fc.option(fc.nat(14), { nil: undefined })
const ruled = fc.record({
  minlength: limit,
  maxlength: limit,
  min: limit,
  max: limit,
  regex: fc.constantFrom(undefined, '[a-f]', '^\\d+$', '/e/'),
})

test(`a value that would break a rule of the new field is not converted (${runs} runs a pair)`, () => {
  for (const [from, to] of pairs) {
    const before = fieldOf(from)
    fc.assert(
      fc.property(stored[from], ruled, (value, rules) => {
        // Drop undefined rules, as a stored field has none.
        const after = { ...fieldOf(to), ...JSON.parse(JSON.stringify(rules)) } as Metafield
        const free = convertValue(value, before, fieldOf(to))
        const bound = convertValue(value, before, after)
        if ('reason' in free) expect(bound).toHaveProperty('reason')
        else if (isEmpty(value)) expect(bound).toEqual(free)
        else {
          const findings = newFindings()
          checkValues([after], { f: free.value }, '', findings)
          const broken = [...findings.problems, ...tooLittle(after, free.value, '.f')]
          expect('reason' in bound).toBe(broken.length > 0)
          if ('value' in bound) expect(bound).toEqual(free)
        }
      }),
      { numRuns: runs },
    )
  }
})

test(`invalid stored values never throw (${runs * 20} runs)`, () => {
  fc.assert(
    fc.property(fc.constantFrom(...pairs), fc.anything(), ([from, to], value) => {
      const converted = convertValue(value, fieldOf(from), fieldOf(to))
      expect('reason' in converted || 'value' in converted).toBe(true)
    }),
    { numRuns: runs * 20 },
  )
})

test(`a value in stored form stays unchanged (${runs} runs a type)`, () => {
  const file = {
    fail: (_path: string, message: string) => expect.unreachable(message),
    names: () => {},
    refer: (id: string) => id,
  }
  for (const type of metafieldTypes) {
    fc.assert(
      fc.property(stored[type], (f) => {
        // A text in a JSON field is itself JSON.
        fc.pre(!isEmpty(f) && !(type === 'json' && typeof f === 'string'))
        expect(convertValues([fieldOf(type)], { f }, 'at', file)).toEqual({ f })
      }),
      { numRuns: runs },
    )
  }
})

/** Converts a value to another type and back, if it can be converted at all. */
function roundTrip(value: unknown, type: MetafieldType, over: MetafieldType): unknown {
  const there = convertValue(value, fieldOf(type), fieldOf(over))
  if ('reason' in there) return undefined
  const back = convertValue(there.value, fieldOf(over), fieldOf(type))
  return 'value' in back ? back.value : back
}

test.each<[MetafieldType, MetafieldType]>([
  ['number', 'text'],
  ['number', 'json'],
  ['date', 'text'],
  ['switch', 'text'],
  ['switch', 'number'],
  ['color', 'text'],
  ['emoji', 'text'],
  ['select', 'text'],
  ['select', 'select-dropdown'],
  ['select', 'multi-select'],
  ['select-dropdown', 'select'],
  ['radio-buttons', 'check-boxes'],
  ['multi-select', 'check-boxes'],
  ['multi-select', 'text'],
  ['object', 'objects'],
  ['object', 'text'],
  ['file', 'files'],
  ['text', 'textarea'],
  ['text', 'json'],
  ['textarea', 'markdown'],
  ['markdown', 'rich-text'],
  ['parent', 'repeater'],
])('%s to %s and back is the same', (type, over) => {
  fc.assert(
    fc.property(stored[type], (value) => {
      fc.pre(!isEmpty(value) && !(typeof value === 'string' && isOther(value, type, over)))
      expect(roundTrip(value, type, over)).toEqual(value)
    }),
    { numRuns: runs },
  )
})

/** Whether a text changes in a round trip: several lines become one, and a JSON string becomes the text in it. */
function isOther(value: string, type: MetafieldType, over: MetafieldType): boolean {
  if (type === 'text' && over === 'json') {
    try {
      return typeof JSON.parse(value) === 'string'
    } catch {
      return false
    }
  }
  return /[\r\n]/.test(value)
}

test('text to number and back keeps the numeric value', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.integer().map(String), fc.constantFrom('007', '1.50', '+3', '-.5')),
      (value) => {
        expect(Number(roundTrip(value, 'text', 'number'))).toBe(Number(value))
      },
    ),
  )
})
