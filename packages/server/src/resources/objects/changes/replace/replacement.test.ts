import { describe, expect, test } from 'vitest'

import { Failure } from '../../../../http/failure.ts'
import type { MatchOptions } from './finder.ts'
import { compileFind } from './find.ts'
import { compileReplacement, LONGEST_REPLACE } from './replacement.ts'

function replaced(find: string, replace: string, text: string, match: MatchOptions = {}): string {
  const finder = compileFind({ find, match })
  const replacement = compileReplacement({ replace, match }, finder)
  let written = ''
  let at = 0
  for (const hit of finder.matches(text)) {
    written += text.slice(at, hit.start) + replacement(hit)
    at = hit.end
  }
  return written + text.slice(at)
}

function refusal(find: string, replace: string, match: MatchOptions) {
  try {
    compileReplacement({ replace, match }, compileFind({ find, match }))
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, ...error.extra.details?.[0] }
    throw error
  }
  return undefined
}

test.each(['$&', '$1', '\\0', '\\1', '$$', '${name}', '<script>', ''])(
  'a literal search inserts %j verbatim',
  (replace) => {
    expect(replaced('b', replace, 'abc')).toBe(`a${replace}c`)
  },
)

describe('the replacement of a pattern', () => {
  const regex = true

  test('inserts groups by number and name, the whole match, and a dollar sign', () => {
    const swap = (replace: string) =>
      replaced('(?<first>\\w+) (\\w+)', replace, 'Ada Lovelace', { regex })
    expect(swap('$2, $1')).toBe('Lovelace, Ada')
    expect(swap('${2} ${first}!')).toBe('Lovelace Ada!')
    expect(swap('[$&]')).toBe('[Ada Lovelace]')
    expect(swap('$$1')).toBe('$1')
    expect(swap('$20 $')).toBe('Lovelace0 $')
    expect(swap('costs $ and $x \\1')).toBe('costs $ and $x \\1')
  })

  test('inserts nothing for a group without a match', () => {
    expect(replaced('(a)|(b)', '<$1$2>', 'ab', { regex })).toBe('<a><b>')
  })

  test('does not expand the text of a group', () => {
    expect(replaced('(.+)', '$1', '$1$&', { regex })).toBe('$1$&')
  })

  test('accepts group 10', () => {
    expect(replaced('(.)'.repeat(10), '$10$1', 'abcdefghij', { regex })).toBe('ja')
  })

  test.each(['$3', '$0', '$00', '${3}', '${nothing}', '${}', '${0}', '${toString}', '$33'])(
    'is refused if it names a missing group: %s',
    (replace) => {
      expect(refusal('(a)(b)', replace, { regex })).toMatchObject({
        code: 'invalid',
        path: 'replace',
        rule: 'group',
      })
    },
  )
})

describe('preserving the case', () => {
  const keep = (text: string, replace = 'Rothko') =>
    replaced('turner', replace, text, { preserve_case: true })

  test('applies upper case, lower case and a capital at the start', () => {
    expect(keep('Turner TURNER turner')).toBe('Rothko ROTHKO rothko')
    expect(keep('Turner TURNER turner', 'mark rothko')).toBe('Mark rothko MARK ROTHKO mark rothko')
    expect(keep('Turner', 'McDonald')).toBe('McDonald')
    expect(keep('tUrNer', 'McDonald')).toBe('McDonald')
    expect(keep('turner TURNER', 'McDonald')).toBe('McDonald MCDONALD')
  })

  test('treats a single capital letter as a capital at the start', () => {
    expect(replaced('a', 'the', 'A a', { preserve_case: true })).toBe('The the')
  })

  test('works in any script, and ignores letters without case', () => {
    expect(replaced('ΟΔΟΣ', 'straße', 'ΟΔΟΣ Οδος', { preserve_case: true })).toBe('STRASSE Straße')
    expect(replaced('1', 'One', '1 日', { preserve_case: true })).toBe('One 日')
  })

  test('applies after the groups of a pattern are inserted', () => {
    const match = { regex: true, preserve_case: true }
    expect(replaced('(t)urner', '$1omb', 'TURNER Turner', match)).toBe('TOMB Tomb')
  })
})

test('a replacement that is too long or has an invalid character is refused', () => {
  expect(refusal('a', 'a'.repeat(LONGEST_REPLACE + 1), {})).toMatchObject({
    path: 'replace',
    rule: 'max',
  })
  expect(refusal('a', '\udc00', {})).toMatchObject({ path: 'replace', rule: 'unicode' })
  expect(refusal('a', 'x\0', {})).toMatchObject({ path: 'replace', rule: 'unicode' })
})
