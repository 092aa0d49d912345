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
  'a literal search takes %j verbatim',
  (replace) => {
    expect(replaced('b', replace, 'abc')).toBe(`a${replace}c`)
  },
)

describe('the replacement of a pattern', () => {
  const regex = true

  test('names groups by number and name, the match and the sign itself', () => {
    const swap = (replace: string) =>
      replaced('(?<first>\\w+) (\\w+)', replace, 'Ada Lovelace', { regex })
    expect(swap('$2, $1')).toBe('Lovelace, Ada')
    expect(swap('${2} ${first}!')).toBe('Lovelace Ada!')
    expect(swap('[$&]')).toBe('[Ada Lovelace]')
    expect(swap('$$1')).toBe('$1')
    expect(swap('$20 $')).toBe('Lovelace0 $')
    expect(swap('costs $ and $x \\1')).toBe('costs $ and $x \\1')
  })

  test('takes a group that took no part for nothing', () => {
    expect(replaced('(a)|(b)', '<$1$2>', 'ab', { regex })).toBe('<a><b>')
  })

  test('never expands what a group has caught', () => {
    expect(replaced('(.+)', '$1', '$1$&', { regex })).toBe('$1$&')
  })

  test('knows group 10', () => {
    expect(replaced('(.)'.repeat(10), '$10$1', 'abcdefghij', { regex })).toBe('ja')
  })

  test.each(['$3', '$0', '$00', '${3}', '${nothing}', '${}', '${0}', '${toString}', '$33'])(
    'is refused where it names no group: %s',
    (replace) => {
      expect(refusal('(a)(b)', replace, { regex })).toMatchObject({
        code: 'invalid',
        path: 'replace',
        rule: 'group',
      })
    },
  )
})

describe('the case of what is replaced', () => {
  const keep = (text: string, replace = 'Rothko') =>
    replaced('turner', replace, text, { preserve_case: true })

  test('is kept: capitals, small letters, one capital', () => {
    expect(keep('Turner TURNER turner')).toBe('Rothko ROTHKO rothko')
    expect(keep('Turner TURNER turner', 'mark rothko')).toBe('Mark rothko MARK ROTHKO mark rothko')
    expect(keep('Turner', 'McDonald')).toBe('McDonald')
    expect(keep('tUrNer', 'McDonald')).toBe('McDonald')
    expect(keep('turner TURNER', 'McDonald')).toBe('McDonald MCDONALD')
  })

  test('of one letter is no shout', () => {
    expect(replaced('a', 'the', 'A a', { preserve_case: true })).toBe('The the')
  })

  test('applies to any script, and not to letters without case', () => {
    expect(replaced('ΟΔΟΣ', 'straße', 'ΟΔΟΣ Οδος', { preserve_case: true })).toBe('STRASSE Straße')
    expect(replaced('1', 'One', '1 日', { preserve_case: true })).toBe('One 日')
  })

  test('applies to the text of a pattern once its groups are in', () => {
    const match = { regex: true, preserve_case: true }
    expect(replaced('(t)urner', '$1omb', 'TURNER Turner', match)).toBe('TOMB Tomb')
  })
})

test('what cannot be written is refused', () => {
  expect(refusal('a', 'a'.repeat(LONGEST_REPLACE + 1), {})).toMatchObject({
    path: 'replace',
    rule: 'max',
  })
  expect(refusal('a', '\udc00', {})).toMatchObject({ path: 'replace', rule: 'unicode' })
  expect(refusal('a', 'x\0', {})).toMatchObject({ path: 'replace', rule: 'unicode' })
})
