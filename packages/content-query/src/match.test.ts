import { describe, expect, test } from 'vitest'

import { matches } from './match.ts'
import { parseQuery } from './parse.ts'

/** Returns the metadata values under `f` that the condition accepts. Undefined means a missing key. */
function accepted(condition: unknown, values: readonly unknown[]): unknown[] {
  const { query } = parseQuery({ 'metadata.f': condition }, { resource: 'objects' })
  return values.filter((f) => matches(query, { metadata: f === undefined ? {} : { f } }))
}

function finds(json: unknown, record: Readonly<Record<string, unknown>>): boolean {
  return matches(parseQuery(json, { resource: 'objects' }).query, record)
}

describe('a condition on a single value', () => {
  const values = ['a', 'b', '1', 1, 2, true, false, null, undefined]

  test.each<[string, unknown, unknown[]]>([
    ['a text', 'a', ['a']],
    ['a number is not its text', 1, [1]],
    ['a boolean is not a number', true, [true]],
    ['null is also missing', null, [null, undefined]],
    ['$ne finds missing', { $ne: 'a' }, ['b', '1', 1, 2, true, false, null, undefined]],
    ['$ne null finds all that is there', { $ne: null }, ['a', 'b', '1', 1, 2, true, false]],
    ['$gt compares texts with texts', { $gt: '1' }, ['a', 'b']],
    ['$gte', { $gte: 'b' }, ['b']],
    ['$lt compares numbers with numbers', { $lt: 2 }, [1]],
    ['$lte', { $lte: 2 }, [1, 2]],
    ['$in', { $in: ['a', 2, false] }, ['a', 2, false]],
    ['$in with null', { $in: [null] }, [null, undefined]],
    ['$in of nothing', { $in: [] }, []],
    ['$nin finds missing', { $nin: ['a', 'b', 1, true] }, ['1', 2, false, null, undefined]],
    ['$nin of nothing', { $nin: [] }, values],
    ['$all', { $all: ['a'] }, ['a']],
    ['$all of nothing', { $all: [] }, []],
    ['$exists sees null', { $exists: true }, ['a', 'b', '1', 1, 2, true, false, null]],
    ['$exists false', { $exists: false }, [undefined]],
    ['$regex reads texts only', { $regex: '1' }, ['1']],
    ['$not', { $not: { $gt: 1 } }, ['a', 'b', '1', 1, true, false, null, undefined]],
  ])('%s', (_, condition, expected) => {
    expect(accepted(condition, values)).toEqual(expected)
  })

  test('texts are ordered by code point', () => {
    expect(accepted({ $gt: '\u{FFFD}' }, ['\u{1F600}', 'z'])).toEqual(['\u{1F600}'])
  })

  test('dates are ordered as ISO texts', () => {
    const times = ['2023-12-31T23:59:59.999Z', '2024-01-01T00:00:00.000Z', '2024-01-02']
    expect(accepted({ $gte: '2024-01-01', $lt: '2024-01-02' }, times)).toEqual([times[1]])
  })
})

describe('a condition on an array', () => {
  const values = [['A', 'B'], ['A'], [], [null], [['A']], 'A']

  test.each<[string, unknown, unknown[]]>([
    ['an element', 'A', [['A', 'B'], ['A'], 'A']],
    ['$ne means no element', { $ne: 'A' }, [[], [null], [['A']]]],
    ['$in', { $in: ['B', 'C'] }, [['A', 'B']]],
    ['$all', { $all: ['A', 'B'] }, [['A', 'B']]],
    ['$all, negated', { $not: { $all: ['A', 'B'] } }, [['A'], [], [null], [['A']], 'A']],
    ['null as an element', null, [[null]]],
    ['$exists of an empty one', { $exists: true }, values],
    ['$regex', { $regex: 'b', $options: 'i' }, [['A', 'B']]],
  ])('%s', (_, condition, expected) => {
    expect(accepted(condition, values)).toEqual(expected)
  })
})

describe('embedded objects', () => {
  test('an option of a select-dropdown is found by value and by key', () => {
    const option = { key: 'red', value: 'Red' }
    expect(accepted('Red', [option])).toEqual([option])
    expect(accepted({ $in: ['red'] }, [[option]])).toEqual([[option]])
    expect(accepted({ $regex: 'blue' }, [option])).toEqual([])
  })

  test('a relation is found by id', () => {
    const author = { id: '5f0', slug: 'a', title: 'A' }
    expect(accepted('5f0', [author, [author], '5f0', ['5f0']])).toHaveLength(4)
    expect(accepted('A', [author])).toEqual([])
  })

  test('a file is found by its media name', () => {
    const file = { url: 'http://127.0.0.1/media/x-cat.jpg', imgix_url: 'y' }
    expect(accepted('x-cat.jpg', [file, [file], { name: 'x-cat.jpg' }, 'x-cat.jpg'])).toHaveLength(
      4,
    )
  })
})

describe('paths', () => {
  test('lead through groups and through every row of a repeater', () => {
    const metadata = {
      seo: { title: 'a' },
      steps: [{ name: 'x' }, { name: 'y' }, 'z', [{ name: 'w' }]],
    }
    expect(finds({ 'metadata.seo.title': 'a' }, { metadata })).toBe(true)
    expect(finds({ 'metadata.steps.name': 'y' }, { metadata })).toBe(true)
    expect(finds({ 'metadata.steps.name': 'w' }, { metadata })).toBe(false)
    expect(finds({ 'metadata.steps.name': { $all: ['x', 'y'] } }, { metadata })).toBe(true)
    expect(finds({ 'metadata.seo.title.length': { $exists: true } }, { metadata })).toBe(false)
  })

  test('never reach inherited properties', () => {
    expect(finds({ 'metadata.toString': { $exists: true } }, { metadata: {} })).toBe(false)
    expect(finds({ 'metadata.a': { $exists: true } }, { metadata: Object.create({ a: 1 }) })).toBe(
      false,
    )
    expect(finds({ title: 'a' }, Object.create({ title: 'a' }))).toBe(false)
  })

  test('to fields of the object itself do not distinguish null from a missing value', () => {
    expect(finds({ locale: { $exists: false } }, { locale: null })).toBe(true)
    expect(finds({ locale: null }, {})).toBe(true)
    expect(finds({ 'metadata.a': null }, {})).toBe(true)
  })
})

test('groups combine conditions by “and”, “or” and “nor”', () => {
  const record = { title: 'a', slug: 'b' }
  expect(finds({ title: 'a', slug: 'x' }, record)).toBe(false)
  expect(finds({ $and: [{ title: 'a' }, { slug: 'b' }] }, record)).toBe(true)
  expect(finds({ $or: [{ title: 'x' }, { slug: 'b' }] }, record)).toBe(true)
  expect(finds({ $or: [{ title: 'x' }, { slug: 'x' }] }, record)).toBe(false)
  expect(finds({ $nor: [{ title: 'x' }, { slug: 'x' }] }, record)).toBe(true)
  expect(finds({ $nor: [{ title: 'x' }, { slug: 'b' }] }, record)).toBe(false)
})

test('a search of all texts covers title, slug, content and metadata, but no ids or numbers', () => {
  const record = {
    id: 'a1',
    title: 'Ophelia',
    slug: 'by-millais',
    content: '<p>Oil</p>',
    type: 'works',
    metadata: {
      artist: '0123456789abcdef01234567',
      rooms: [{ name: 'North', notes: ['Moved'] }],
      year: 1851,
      choice: { key: 'k', value: 'Loan' },
    },
  }
  const holds = (pattern: string) => finds({ $text: { $regex: pattern, $options: 'i' } }, record)
  for (const word of ['ophelia', 'millais', 'oil', 'north', 'moved', 'loan']) {
    expect([word, holds(word)]).toEqual([word, true])
  }
  for (const word of ['abcdef', '1851', 'works', 'a1', 'artist', 'ophelia by']) {
    expect([word, holds(word)]).toEqual([word, false])
  }
  expect(finds({ $text: { $not: { $regex: 'Oil' } } }, record)).toBe(false)
  expect(finds({ $text: { $regex: 'a' } }, {})).toBe(false)
})
