import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { WordIndex } from './word-index.ts'
import { errorsAllowed, errorsBetween, matchRanges, queryWords } from './word-match.ts'

function indexOf(texts: readonly string[]): WordIndex {
  const steps = WordIndex.of(texts)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const letter = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'i', 'l', 'n', 'o', 'r', 's', 't')
const word = fc.string({ unit: letter, minLength: 1, maxLength: 9 })
const title = fc.array(word, { minLength: 1, maxLength: 5 })
const titles = fc.array(title, { minLength: 1, maxLength: 30 })

/** A typing error: its kind, its position, and the letter that was typed instead. */
const error = fc.record({
  kind: fc.constantFrom('wrong', 'missing', 'extra', 'swapped'),
  at: fc.nat(),
  letter,
})
type TypingError = typeof error extends fc.Arbitrary<infer T> ? T : never

function mistyped(text: string, { kind, at, letter: other }: TypingError): string {
  const position = at % text.length
  const [start, rest] = [text.slice(0, position), text.slice(position)]
  if (kind === 'wrong') return start + other + rest.slice(1)
  if (kind === 'missing') return start + rest.slice(1)
  if (kind === 'extra') return start + other + rest
  return start + (rest[1] ?? '') + (rest[0] ?? '') + rest.slice(2)
}

test('a title is found by its words in any order', () => {
  const property = fc.property(
    titles,
    fc.nat(),
    fc.infiniteStream(fc.nat()),
    (all, which, order) => {
      const target = which % all.length
      const words = all[target] ?? []
      const mixed = words
        .map((text) => ({ text, place: order.next().value ?? 0 }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ text }) => text)
      const texts = all.map((one) => one.join(' '))
      expect(indexOf(texts).search(mixed.join(' '), texts.length)).toContain(target)
    },
  )
  fc.assert(property)
})

test('a title is found despite the typing errors that its words may have', () => {
  const property = fc.property(
    titles,
    fc.nat(),
    fc.array(fc.array(error, { maxLength: 2 }), { minLength: 5, maxLength: 5 }),
    (all, which, errors) => {
      const target = which % all.length
      const typed = (all[target] ?? []).map((text, at) => {
        const created = errors[at] ?? []
        const wrong = created.reduce((so, one) => (so === '' ? so : mistyped(so, one)), text)
        // One error on top of another can amount to more than two.
        const { whole } = errorsBetween(wrong, text, 2)
        return whole <= errorsAllowed(wrong) ? wrong : text
      })
      const texts = all.map((one) => one.join(' '))
      expect(indexOf(texts).search(typed.toReversed().join(' '), texts.length)).toContain(target)
    },
  )
  fc.assert(property)
})

test('a word with more errors than allowed finds nothing', () => {
  const property = fc.property(title, word, (words, typed) => {
    const isMatch = indexOf([words.join(' ')]).search(typed, 1).length > 0
    const most = errorsAllowed(typed)
    const isLike = (one: string) =>
      one.includes(typed) ||
      alignment(typed, one) <= most ||
      (most > 0 && Array.from(one).some((_, end) => alignment(typed, one.slice(0, end)) <= 1))
    expect(isMatch).toBe(words.some(isLike))
  })
  fc.assert(property, { numRuns: 500 })
})

test('a title that is typed exactly comes first', () => {
  const property = fc.property(titles, fc.nat(), (all, which) => {
    const texts = all.map((one) => one.join(' '))
    const typed = texts[which % texts.length] ?? ''
    const [first = -1] = indexOf(texts).search(typed, 3)
    expect(texts[first]).toBe(typed)
  })
  fc.assert(property)
})

test('errors between words are those of optimal string alignment', () => {
  const property = fc.property(word, word, fc.constantFrom(1, 2), (a, b, most) => {
    const { whole } = errorsBetween(a, b, most)
    const expected = alignment(a, b)
    expect(Math.min(whole, most + 1)).toBe(Math.min(expected, most + 1))
    const starts = Array.from({ length: b.length + 1 }, (_, end) => alignment(a, b.slice(0, end)))
    const { start } = errorsBetween(a, b, most)
    expect(Math.min(start, most + 1)).toBe(Math.min(...starts, most + 1))
  })
  fc.assert(property, { numRuns: 500 })
})

/** Computes the errors directly from the definition: slow but reliable. */
function alignment(a: string, b: string): number {
  const numbers = new Map<string, number>()
  const errors = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = `${i} ${j}`
    const before = numbers.get(key)
    if (before !== undefined) return before
    const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    const least = Math.min(
      errors(i - 1, j) + 1,
      errors(i, j - 1) + 1,
      errors(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      isSwapped ? errors(i - 2, j - 2) + 1 : Infinity,
    )
    numbers.set(key, least)
    return least
  }
  return errors(a.length, b.length)
}

describe('the order of results', () => {
  const positionsOf = (texts: readonly string[], query: string) =>
    indexOf(texts)
      .search(query, 20)
      .map((row) => texts[row])

  test('puts exact titles first, then those that begin with the query, contain it or hold its words', () => {
    const texts = [
      'Rose, Red and Blue',
      'A Study of Red Roses',
      'Red Rose in a Vase',
      'A Red Rose',
      'Red Rose',
      'Redder Rosemary',
    ]
    expect(positionsOf(texts, 'red rose')).toEqual([
      'Red Rose',
      'Red Rose in a Vase',
      'A Red Rose',
      'A Study of Red Roses',
      'Rose, Red and Blue',
      'Redder Rosemary',
    ])
  })

  test('puts whole words first, then beginnings, parts, one typing error and two', () => {
    const texts = ['Turned', 'Tanner', 'Overturners', 'The Turners', 'The Turner', 'Tunner']
    expect(positionsOf(texts, 'turner')).toEqual([
      'The Turner',
      'The Turners',
      'Overturners',
      'Tunner',
      'Turned',
      'Tanner',
    ])
  })

  test('puts the shorter of equal matches first, then the later one', () => {
    expect(positionsOf(['Sea one', 'Sea two', 'Sea'], 'sea')).toEqual(['Sea', 'Sea two', 'Sea one'])
  })
})

test('a doubled or undoubled letter is the smallest error', () => {
  const texts = ['The Shallop', 'The Lady of Shalott']
  expect(indexOf(texts).search('shallot', 5)).toEqual([1, 0])
})

test('words stored next to a title are found too, after words in titles', () => {
  const titles = ['The Kiss', 'The Kiss', 'Rodin', 'Study']
  const steps = WordIndex.of(titles, { texts: ['Auguste Rodin', 'Klimt'], of: [0, 1, -1, 0] })
  let step = steps.next()
  while (!step.done) step = steps.next()
  expect(step.value.search('kiss rodin', 5)).toEqual([0])
  expect(step.value.search('rodin', 5)).toEqual([2, 3, 0])
})

test.each([
  ['shallot', 'The Lady of Shalott'],
  ['ladi of shalot', 'The Lady of Shalott'],
  ['shalo', 'The Lady of Shalott'],
  ['LADY, (Shalott)', 'The Lady of Shalott'],
  ['strasse', 'Straße nach Süden'],
  ['suden', 'Straße nach Süden'],
  ['kobenhavn', 'København'],
  ['собка', 'Собака'],
  ['水彩', '水彩画'],
])('“%s” finds %s', (query, expected) => {
  const texts = ['The Lady of Shalott', 'Straße nach Süden', 'København', 'Собака', '水彩画']
  expect(
    indexOf(texts)
      .search(query, 5)
      .map((row) => texts[row]),
  ).toEqual([expected])
})

test.each(['', '   ', '--', 'xyz', 'lad shalott venice', 'n01616'])(
  '“%s” finds nothing',
  (query) => {
    expect(indexOf(['The Lady of Shalott N01615']).search(query, 5)).toEqual([])
  },
)

test('matches are marked in place', () => {
  const marked = (text: string, query: string) =>
    matchRanges(text, queryWords(query)).map(([start, end]) => text.slice(start, end))
  expect(marked('The Lady of Shalott', 'shalo lady')).toEqual(['Lady', 'Shalo'])
  expect(marked('The Lady of Shalott', 'shallot')).toEqual(['Shalott'])
  expect(marked('Straße nach Süden', 'strasse suden')).toEqual(['Straße', 'Süden'])
  expect(marked('Lady', 'lady lad')).toEqual(['Lady'])
})
