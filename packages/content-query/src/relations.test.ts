import { describe, expect, test } from 'vitest'

import { matches } from './match.ts'
import { parseQuery } from './parse.ts'
import { QueryError } from './query-error.ts'
import { relationIn } from './relations.ts'
import type { StoredRecord } from './stored-values.ts'

const objects: Readonly<Record<string, StoredRecord>> = {
  paris: { title: 'Paris', metadata: { name: 'Paris' } },
  ada: {
    title: 'Ada',
    slug: 'ada',
    status: 'published',
    locale: null,
    metadata: { country: 'fr', city: 'paris', friend: 'bob', enemy: null },
  },
  bob: { title: 'Bob', slug: 'bob', status: 'draft', metadata: { country: 'de', friend: 'ada' } },
}

function finds(json: unknown, metadata: unknown): boolean {
  const { query } = parseQuery(json, { resource: 'objects' })
  return matches(query, { metadata }, (id) => objects[id])
}

/** Returns the conditions that hold for a field of the author. */
const holding = (field: string, metadata: unknown, conditions: readonly unknown[]) =>
  conditions.filter((condition) => finds({ [`metadata.author.${field}`]: condition }, metadata))

describe('a path through one relation', () => {
  test.each<[string, unknown]>([
    ['metadata.country', 'fr'],
    ['title', 'Ada'],
    ['slug', { $in: ['ada', 'x'] }],
    ['status', 'published'],
    ['title', { $regex: '^A' }],
    ['metadata.country', { $gt: 'e' }],
    ['metadata.country', { $ne: 'de' }],
    ['locale', null],
    ['metadata.enemy', { $exists: true }],
  ])('matches %s by %j', (field, condition) => {
    expect(finds({ [`metadata.author.${field}`]: condition }, { author: 'ada' })).toBe(true)
    expect(finds({ [`metadata.author.${field}`]: { $not: { $eq: 'no' } } }, {})).toBe(true)
  })

  test('matches if any of several related objects does, as with the rows of a repeater', () => {
    const both = { author: ['ada', 'bob'] }
    const conditions = ['fr', 'de', { $all: ['fr', 'de'] }, { $ne: 'fr' }, { $nin: ['x'] }, 'x']
    expect(holding('metadata.country', both, conditions)).toEqual([
      'fr',
      'de',
      { $all: ['fr', 'de'] },
      { $nin: ['x'] },
    ])
  })

  test.each([
    ['missing', {}],
    ['empty', { author: null }],
    ['gone', { author: 'carol' }],
    ['gone, of several', { author: ['carol'] }],
    ['no relation', { author: 7 }],
  ])('a relation that is %s has no values', (_, metadata) => {
    const conditions = ['fr', { $exists: true }, { $exists: false }, { $ne: 'fr' }, null]
    const expected = [{ $exists: false }, { $ne: 'fr' }, null]
    expect(holding('metadata.country', metadata, conditions)).toEqual(expected)
    expect(holding('title', metadata, conditions)).toEqual(expected)
  })

  test('leads through groups and repeaters', () => {
    const metadata = { people: [{ person: 'ada' }, { person: 'bob' }], about: { person: 'bob' } }
    expect(finds({ 'metadata.people.person.metadata.country': 'de' }, metadata)).toBe(true)
    expect(finds({ 'metadata.about.person.slug': 'bob' }, metadata)).toBe(true)
    expect(finds({ 'metadata.about.person.slug': 'ada' }, metadata)).toBe(false)
  })

  test('a group that has such a key is read as a group', () => {
    expect(finds({ 'metadata.seo.title': 'x' }, { seo: { title: 'x' } })).toBe(true)
    expect(finds({ 'metadata.json.metadata.a': 1 }, { json: { metadata: { a: 1 } } })).toBe(true)
  })

  test('an embedded object counts as the object that its id names', () => {
    expect(finds({ 'metadata.author.metadata.country': 'fr' }, { author: { id: 'ada' } })).toBe(
      true,
    )
  })
})

describe('a path through two relations', () => {
  test('is followed, even in a circle', () => {
    expect(finds({ 'metadata.a.metadata.city.metadata.name': 'Paris' }, { a: 'ada' })).toBe(true)
    expect(finds({ 'metadata.a.metadata.city.title': 'Paris' }, { a: ['bob', 'ada'] })).toBe(true)
    expect(finds({ 'metadata.a.metadata.city.title': 'Paris' }, { a: 'bob' })).toBe(false)
    expect(finds({ 'metadata.a.metadata.friend.metadata.friend': 'ada' }, { a: 'ada' })).toBe(true)
  })

  test.each(['metadata.a.metadata.b.metadata.c.metadata.d', 'metadata.a.metadata.b.metadata.c.id'])(
    '%s is refused, as it leads through a third relation',
    (path) => {
      const read = () => parseQuery({ $or: [{ [path]: 1 }] }, { resource: 'objects' })
      expect(read).toThrow(QueryError)
      expect(read).toThrow(`$or[0].${path}: ${path} must lead through at most 2 relations`)
      // Media have no relations, so the path stays within their own values.
      expect(() => parseQuery({ [path]: 1 }, { resource: 'media' })).not.toThrow()
    },
  )
})

test('each relation that a path leads through counts as a condition', () => {
  const ask = (path: string, count: number) =>
    parseQuery(
      { [path]: { $all: Array.from({ length: count }, (_, n) => n) } },
      { resource: 'objects' },
    )
  const path = 'metadata.author.metadata.city.metadata.name'
  expect(() => ask(path, 33)).not.toThrow()
  expect(() => ask(path, 34)).toThrow('a query may have at most 100 conditions')
  expect(() => ask('metadata.name', 100)).not.toThrow()
})

test('no relation is followed without a way to look up objects', () => {
  const { query } = parseQuery({ 'metadata.author.title': 'Ada' }, { resource: 'media' })
  expect(matches(query, { metadata: { author: 'ada' } })).toBe(false)
})

test.each([
  [['metadata', 'title'], undefined],
  [['metadata', 'metadata'], undefined],
  [['metadata', 'a', 'metadata'], undefined],
  [['title'], undefined],
  [['metadata', 'a', 'b'], undefined],
  [['metadata', 'metadata', 'title'], { relation: ['metadata', 'metadata'], field: ['title'] }],
  [['metadata', 'a', 'b', 'slug'], { relation: ['metadata', 'a', 'b'], field: ['slug'] }],
] as const)('%j leads through %j', (path, expected) => {
  expect(relationIn(path)).toEqual(expected)
})
