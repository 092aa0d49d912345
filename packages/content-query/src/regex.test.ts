import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

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

test.each(['', 'i'] as const)('agrees with JavaScript on the whole subset, flags %j', (flags) => {
  fc.assert(
    fc.property(pattern, text, (source, input) => {
      // Without u, JavaScript knows \- ; with it, code points. The replacement means the same.
      const expected = new RegExp(source.replaceAll('\\-', '\\x2d'), `${flags}u`).test(input)
      expect(compileRegex(source, flags).test(input)).toBe(expected)
    }),
    { numRuns: 5000 },
  )
})

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
])('refuses %j', (source) => {
  expect(() => parsePattern(source)).toThrow(QueryError)
})

test('an escaped text finds exactly itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (literal) => {
      expect(literalOf(parsePattern(escapePattern(literal)))).toBe(literal)
    }),
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

describe('without case', () => {
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

describe('long input', () => {
  const long = 'a'.repeat(100_000)

  // With backtracking each of these would run for longer than anyone waits.
  test.each([
    'a*a*a*a*a*a*b',
    `${'a*'.repeat(99)}b`,
    '.*.*.*.*=.*',
    '[a-z]*[a-y]*[a-x]*c$|c',
    `${'a?'.repeat(60)}${'a'.repeat(60)}b`,
  ])('%s ends', (source) => {
    expect(compileRegex(source, 'i').test(`${long}!`)).toBe(false)
  })

  test('a long chain of optional pieces does not exhaust the stack', () => {
    expect(compileRegex('^' + 'a?'.repeat(99) + '$', '').test('a'.repeat(99))).toBe(true)
  })
})
