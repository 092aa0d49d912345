import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { compose } from './composed.ts'
import { escapePattern, literalOf, parsePattern } from './pattern.ts'
import { QueryError } from './query-error.ts'
import { compileRegex } from './regex.ts'

const units = ['a', 'b', 'A', 'B', '-', '.', ']', '^', '\n', '1', 'é', 'É', '😀', ' ', '_']
const text = fc.array(fc.constantFrom(...units), { maxLength: 8 }).map((list) => list.join(''))
const atoms = [
  'a',
  'B',
  '.',
  'é',
  '😀',
  '\\.',
  '\\-',
  '\\d',
  '\\W',
  '\\s',
  '\\n',
  '\\x61',
  '\\u00e9',
  '[ab]',
  '[^ab]',
  '[a-c1-3]',
  '[\\]\\-]',
  '[\\d_]',
  '[É]',
]
const piece = fc
  .tuple(fc.constantFrom(...atoms), fc.constantFrom('', '', '', '?', '*', '+', '*?', '+?'))
  .map((parts) => parts.join(''))
const branch = fc
  .tuple(
    fc.constantFrom('', '', '^'),
    fc.array(piece, { maxLength: 4 }),
    fc.constantFrom('', '', '$'),
  )
  .map(([start, pieces, end]) => start + pieces.join('') + end)
const pattern = fc.array(branch, { minLength: 1, maxLength: 2 }).map((list) => list.join('|'))

test.each(['', 'i'] as const)(
  'a pattern matches as in JavaScript for the whole subset, with flags %j',
  (flags) => {
    fc.assert(
      fc.property(pattern, text, (source, input) => {
        // Without the `u` flag, JavaScript supports \-; with it, code points. The replacement is equivalent.
        const expected = new RegExp(source.replaceAll('\\-', '\\x2d'), `${flags}u`).test(input)
        expect(compileRegex(source, flags).test(input)).toBe(expected)
      }),
      { numRuns: 5000 },
    )
  },
)

test.each([
  '(a)',
  '(a+)+',
  'a{2}',
  'a{1,}',
  'a**',
  'a+*',
  '*a',
  '+',
  '?',
  'a|*',
  'a^',
  '^^',
  'a$b',
  '[',
  '[a',
  '[]',
  '[^]',
  '[z-a]',
  '[a-\\d]',
  '[\\D]',
  '[[a]',
  '\\',
  '\\b',
  '\\1',
  '\\p{L}',
  '\\k<a>',
  '\\xg1',
  '\\u12',
  '\\ud800',
  '(?=a)',
  '(?i)a',
  '}',
])('refuses the pattern %j', (source) => {
  expect(() => parsePattern(source)).toThrow(QueryError)
})

test('an escaped text finds exactly itself, in its composed form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (literal) => {
      expect(literalOf(parsePattern(escapePattern(literal)))).toBe(compose(literal))
    }),
    { numRuns: 2000 },
  )
})

test('the escapes of RegExp.escape and of lodash are read', () => {
  expect(literalOf(parsePattern(String.raw`\x61b\.\x2d\/`))).toBe('ab.-/')
  expect(literalOf(parsePattern(String.raw`a\-b\#\ c`))).toBe('a-b# c')
})

test('optional ends do not hide a literal', () => {
  expect(literalOf(parsePattern('.*foo.*?'))).toBe('foo')
  expect(literalOf(parsePattern('^.*foo'))).toBeUndefined()
  expect(literalOf(parsePattern('fo+'))).toBeUndefined()
  expect(literalOf(parsePattern('foo|bar'))).toBeUndefined()
})

describe('a pattern that ignores case', () => {
  test.each([
    ['straße', 'STRASSE'],
    ['^STRASSE$', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['^οδοσ$', 'ΟΔΟΣ'],
    ['É+', 'éé'],
    ['ß+x', 'SSSSX'],
    ['^[A-Z]$', 'q'],
    ['^[^A-Z]$', '1'],
  ])('%j finds %j', (source, input) => {
    expect(compileRegex(source, 'i').test(input)).toBe(true)
    expect(compileRegex(source, '').test(input)).toBe(source === '^[^A-Z]$')
  })
})

describe('patterns on long input', () => {
  const long = 'a'.repeat(100_000)

  /** Returns whether the input matches, and the steps of each part. */
  function inParts(source: string, flags: '' | 'i', input: string) {
    const parts = compileRegex(source, flags).testInParts(input)
    const steps: number[] = []
    for (;;) {
      const part = parts.next()
      if (part.done) return { isMatch: part.value, steps }
      steps.push(part.value)
    }
  }

  test.each([
    ['b😀c', ''],
    ['B😀C', 'i'],
    ['b.c$', ''],
    ['^a+B.?ß?C', 'i'],
    ['b😀d', 'i'],
    ['a.?d', ''],
  ] as const)('%s gives the same result when tested in parts, with flags %j', (source, flags) => {
    for (let before = 8188; before < 8195; before++) {
      const input = `${'a'.repeat(before)}b😀c`
      const { isMatch, steps } = inParts(source, flags, input)
      expect(isMatch).toBe(compileRegex(source, flags).test(input))
      expect(steps.length).toBeGreaterThan(0)
    }
  })

  test('take steps in proportion to text and pattern, and stop where no match can follow', () => {
    const sum = (source: string, input = long) =>
      inParts(source, '', input).steps.reduce((all, one) => all + one, 0)
    expect(sum('a[ab]*c')).toBeGreaterThan(1.9 * sum('a[ab]*c', long.slice(50_000)))
    expect(sum(`a${'[ab]*'.repeat(38)}c`)).toBeGreaterThan(sum('a[ab]*c'))
    expect(sum('^b.*c')).toBeLessThan(100)
    expect(inParts('a[ab]*c', '', long).steps.length).toBeGreaterThan(10)
  })

  // With backtracking, each of these would run practically forever.
  test.each([
    'a*a*a*a*a*a*b',
    `${'a*'.repeat(99)}b`,
    '.*.*.*.*=.*',
    '[a-z]*[a-y]*[a-x]*c$|c',
    `${'a?'.repeat(60)}${'a'.repeat(60)}b`,
  ])('%s ends without a match', (source) => {
    expect(compileRegex(source, 'i').test(`${long}!`)).toBe(false)
  })

  test('a long chain of optional pieces does not exhaust the stack', () => {
    expect(compileRegex('^' + 'a?'.repeat(99) + '$', '').test('a'.repeat(99))).toBe(true)
  })
})
