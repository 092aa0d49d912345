import { describe, expect, test } from 'vitest'

import { Failure } from '../../../../http/failure.ts'
import type { MatchOptions } from './finder.ts'
import { compileFind, LONGEST_FIND } from './find.ts'

const matchesIn = (find: string, text: string, match: MatchOptions = {}) =>
  [...compileFind({ find, match }).matches(text)].map(({ start, end }) => text.slice(start, end))

const offsets = (find: string, text: string, match: MatchOptions = {}) =>
  [...compileFind({ find, match }).matches(text)].map(({ start, end }) => [start, end])

function refusal(find: string, match: MatchOptions = {}) {
  try {
    compileFind({ find, match })
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, ...error.extra.details?.[0] }
    throw error
  }
  return undefined
}

describe('a literal search', () => {
  test('matches in any case, from left to right, without overlaps', () => {
    expect(matchesIn('turner', 'Turner, TURNER; turner')).toEqual(['Turner', 'TURNER', 'turner'])
    expect(offsets('aa', 'aaaaa')).toEqual([
      [0, 2],
      [2, 4],
    ])
  })

  test('matches the case with `case`', () => {
    expect(matchesIn('Turner', 'Turner, TURNER; turner', { case: true })).toEqual(['Turner'])
  })

  test('does not treat its text as a pattern', () => {
    expect(matchesIn('a.c', 'abc a.c')).toEqual(['a.c'])
    expect(matchesIn('(', 'a(b')).toEqual(['('])
    expect(matchesIn('$&', 'x$&y')).toEqual(['$&'])
  })

  test('has the right offsets even if case folding changes the length', () => {
    expect(offsets('x', 'ßx İx')).toEqual([
      [1, 2],
      [4, 5],
    ])
    expect(matchesIn('STRASSE', 'Die Straße, die Strasse')).toEqual(['Straße', 'Strasse'])
    expect(matchesIn('straße', 'STRASSE STRAẞE')).toEqual(['STRASSE', 'STRAẞE'])
    expect(matchesIn('ς', 'ΣΑΣ σας')).toEqual(['Σ', 'Σ', 'σ', 'ς'])
  })

  test('never matches half a letter', () => {
    expect(matchesIn('s', 'ß')).toEqual([])
    expect(matchesIn('sx', 'ßx')).toEqual([])
    // The second s of ß is not a match start, but the following match is found.
    expect(offsets('ss', 'ßss')).toEqual([
      [0, 1],
      [1, 3],
    ])
  })

  test('treats characters beyond the first plane as one', () => {
    expect(offsets('🖼', 'a🖼🖼')).toEqual([
      [1, 3],
      [3, 5],
    ])
    expect(matchesIn('𐐨', '𐐀𐐨')).toEqual(['𐐀', '𐐨'])
  })

  test('matches whole words, which end at letters, digits, marks and _ of any script', () => {
    const whole = (find: string, text: string) => offsets(find, text, { whole_word: true })
    expect(whole('art', 'art, arts, Kunstart art')).toEqual([
      [0, 3],
      [20, 23],
    ])
    expect(whole('ber', 'Über ber')).toEqual([[5, 8]])
    expect(whole('e', 'e\u0301 e')).toEqual([[3, 4]])
    expect(whole('年', '2026年 年')).toEqual([[6, 7]])
    expect(whole('a', 'a_b a1 𝒳a a𝒳 a')).toEqual([[15, 16]])
    expect(whole('C++', 'C++ and C++11')).toEqual([
      [0, 3],
      [8, 11],
    ])
    expect(whole('a a', 'xa a a')).toEqual([[3, 6]])
    expect(whole('straße', 'Straßen STRASSE')).toEqual([[8, 15]])
  })
})

describe('a search by pattern', () => {
  const regex = true

  test('matches in any case, or in the given case with `case`', () => {
    expect(matchesIn('t[uo]rner', 'Turner torner', { regex })).toEqual(['Turner', 'torner'])
    expect(matchesIn('t[uo]rner', 'Turner torner', { regex, case: true })).toEqual(['torner'])
  })

  test('returns its groups by number and name', () => {
    const finder = compileFind({ find: '(?<day>\\d+)\\.(\\d+)|(x)', match: { regex } })
    expect([...finder.matches('21.11 x')].map(({ groups }) => groups)).toEqual([
      ['21.11', '21', '11', undefined],
      ['x', undefined, undefined, 'x'],
    ])
    expect(finder.groupCount).toBe(3)
    expect([...finder.groupNames]).toEqual([['day', 1]])
  })

  test('skips empty matches', () => {
    expect(offsets('a*', 'baac', { regex })).toEqual([[1, 3]])
    expect(matchesIn('^|$|\\b', 'a b', { regex })).toEqual([])
  })

  test('treats characters beyond the first plane as one', () => {
    expect(offsets('.', '🖼a', { regex })).toEqual([
      [0, 2],
      [2, 3],
    ])
  })

  test('accepts code points in the notations of JavaScript and RE2', () => {
    expect(matchesIn('\\u00e9|\\u{1F5BC}|\\x{e8}', 'é🖼è', { regex })).toEqual(['é', '🖼', 'è'])
    expect(matchesIn('\\\\u00e9', '\\u00e9', { regex })).toEqual(['\\u00e9'])
  })

  test('keeps only whole words on request', () => {
    expect(matchesIn('\\d+', '12 a34 56', { regex, whole_word: true })).toEqual(['12', '56'])
  })

  test('rules out texts that cannot match, but keeps them if the pattern has anchors', () => {
    const canBe = (find: string, text: string) =>
      compileFind({ find, match: { regex } }).canBeIn(text)
    for (const find of ['^b$', 'b\\b', '\\[^b]', 'b$']) expect(canBe(find, 'abc')).toBe(true)
    expect(canBe('[^a-y]', 'abc')).toBe(false)
    expect(canBe('b.', 'abc')).toBe(true)
  })

  test.each([
    '(',
    '[a-',
    'a**',
    '\\',
    '(?=a)',
    '(?!a)b',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
  ])('is refused: %s', (find) => {
    expect(refusal(find, { regex })).toMatchObject({ code: 'invalid', path: 'find', rule: 'regex' })
  })

  test('is refused with a reason', () => {
    expect(refusal('a(?=b)', { regex })?.message).toContain('look-around')
    expect(refusal('(a)\\1', { regex })?.message).toContain('back-references')
    expect(refusal('a(b', { regex })?.message).toContain('missing closing )')
  })

  test('takes linear time for a pattern that takes exponential time elsewhere', () => {
    expect(matchesIn('^(a+)+$', `${'a'.repeat(50_000)}!`, { regex })).toEqual([])
  })

  test('fails when finding all matches takes too long', () => {
    const finder = compileFind({ find: 'a[^c]*c|a', match: { regex } })
    expect(() => [...finder.matches('a'.repeat(200_000))]).toThrow(/takes too long/)
  })
})

test('a search that is empty, too long or malformed is refused', () => {
  expect(refusal('')).toMatchObject({ code: 'invalid', path: 'find', rule: 'required' })
  expect(refusal('a'.repeat(LONGEST_FIND + 1))).toMatchObject({ path: 'find', rule: 'max' })
  expect(refusal('\ud83d')).toMatchObject({ path: 'find', rule: 'unicode' })
  expect(refusal('a'.repeat(LONGEST_FIND))).toBeUndefined()
})

test('a letter with a million marks does not prevent other matches', () => {
  const marks = '\u0301\u0316'.repeat(500_000)
  const text = `e${marks} end`
  expect(offsets('end', text)).toEqual([[text.length - 3, text.length]])
  expect(matchesIn('é', `${text} é`)).toEqual(['é'])
})
