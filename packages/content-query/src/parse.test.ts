import { describe, expect, test } from 'vitest'

import { everything, type Query } from './ast.ts'
import type { Resource } from './fields.ts'
import { parseQuery } from './parse.ts'
import { QueryError } from './query-error.ts'

function parse(json: unknown, resource: Resource = 'objects'): Query {
  return parseQuery(json, { resource }).query
}

function refusal(json: unknown, resource: Resource = 'objects'): { code: string; path: string } {
  try {
    parse(json, resource)
  } catch (error) {
    if (error instanceof QueryError) return { code: error.code, path: error.path }
    throw error
  }
  throw new Error('The query was accepted')
}

const title = ['title'] as const
const equal = (value: string | number) => ({ kind: 'compare', path: title, op: 'eq', value })

describe('parsing operators', () => {
  test.each<[string, unknown, unknown]>([
    ['nothing', {}, everything],
    ['implicit equality', { title: 'a' }, equal('a')],
    ['$eq', { title: { $eq: 'a' } }, equal('a')],
    ['$ne', { title: { $ne: 'a' } }, { kind: 'not', of: equal('a') }],
    ['$gt', { title: { $gt: 'a' } }, { ...equal('a'), op: 'gt' }],
    ['$gte', { title: { $gte: 1 } }, { ...equal(1), op: 'gte' }],
    ['$lt', { title: { $lt: 'a' } }, { ...equal('a'), op: 'lt' }],
    ['$lte', { title: { $lte: 1 } }, { ...equal(1), op: 'lte' }],
    ['$in', { title: { $in: ['a', 'a', null] } }, { kind: 'in', path: title, values: ['a', null] }],
    ['$nin', { title: { $nin: [] } }, { kind: 'not', of: { kind: 'in', path: title, values: [] } }],
    ['$all', { title: { $all: ['a'] } }, { kind: 'all', path: title, values: ['a'] }],
    ['$exists', { title: { $exists: true } }, { kind: 'exists', path: title }],
    [
      'no $exists',
      { title: { $exists: false } },
      { kind: 'not', of: { kind: 'exists', path: title } },
    ],
    [
      '$regex with $options',
      { title: { $regex: 'a', $options: 'i' } },
      { kind: 'regex', path: title, pattern: 'a', flags: 'i' },
    ],
    [
      '$options before $regex',
      { title: { $options: '', $regex: 'a' } },
      { kind: 'regex', path: title, pattern: 'a', flags: '' },
    ],
    [
      'all texts',
      { $text: { $regex: 'a', $options: 'i' } },
      { kind: 'regex', path: ['$text'], pattern: 'a', flags: 'i' },
    ],
    [
      'none of all texts',
      { $text: { $not: { $regex: 'a' } } },
      { kind: 'not', of: { kind: 'regex', path: ['$text'], pattern: 'a', flags: '' } },
    ],
    [
      'references',
      { $references: 'a' },
      { kind: 'compare', path: ['$references'], op: 'eq', value: 'a' },
    ],
    [
      'no broken references',
      { $broken: { $ne: true } },
      {
        kind: 'not',
        of: { kind: 'compare', path: ['$broken'], op: 'eq', value: true },
      },
    ],
    ['$not', { title: { $not: { $eq: 'a' } } }, { kind: 'not', of: equal('a') }],
    ['$not of $ne', { title: { $not: { $ne: 'a' } } }, equal('a')],
    [
      '$and',
      { $and: [{ title: 'a' }, { title: 'b' }] },
      { kind: 'and', of: [equal('a'), equal('b')] },
    ],
    [
      '$or',
      { $or: [{ title: 'a' }, { title: 'b' }] },
      { kind: 'or', of: [equal('a'), equal('b')] },
    ],
    [
      '$nor',
      { $nor: [{ title: 'a' }, { title: 'b' }] },
      { kind: 'not', of: { kind: 'or', of: [equal('a'), equal('b')] } },
    ],
    [
      'several operators',
      { title: { $gte: 'a', $eq: 'b' } },
      { kind: 'and', of: [{ ...equal('a'), op: 'gte' }, equal('b')] },
    ],
    [
      'nested groups are one',
      { title: 'a', $and: [{ $and: [{ title: 'b' }] }] },
      { kind: 'and', of: [equal('a'), equal('b')] },
    ],
  ])('accepts: %s', (_, json, expected) => {
    expect(parse(json)).toEqual(expected)
  })

  test.each([
    [{ title: { $where: 'a' } }, 'unknown_operator', 'title.$where'],
    [{ title: { toString: 'a' } }, 'unknown_field', 'title.toString'],
    [{ $where: 'a' }, 'unknown_operator', '$where'],
    [{ $not: { title: 'a' } }, 'unknown_operator', '$not'],
    [{ $or: [{ title: 'a' }, { title: { $size: 1 } }] }, 'unknown_operator', '$or[1].title.$size'],
    [{ title: { $options: 'i' } }, 'unknown_operator', 'title.$options'],
    [{ title: {} }, 'invalid_value', 'title'],
    [{ title: { $not: 'a' } }, 'invalid_value', 'title.$not'],
    [{ title: { $not: {} } }, 'invalid_value', 'title.$not'],
    [{ title: ['a'] }, 'invalid_value', 'title'],
    [{ title: { $in: 'a' } }, 'invalid_value', 'title.$in'],
    [{ title: { $in: ['a', {}] } }, 'invalid_value', 'title.$in[1]'],
    [{ title: { $gt: true } }, 'invalid_value', 'title.$gt'],
    [{ title: { $gt: null } }, 'invalid_value', 'title.$gt'],
    [{ title: { $exists: 1 } }, 'invalid_value', 'title.$exists'],
    [{ title: { $regex: 1 } }, 'invalid_value', 'title.$regex'],
    [{ title: { $regex: 'a', $options: 'm' } }, 'invalid_value', 'title.$regex'],
    [{ title: { $regex: '(a+)+$' } }, 'invalid_pattern', 'title.$regex'],
    [{ $and: {} }, 'invalid_value', '$and'],
    [{ $or: [] }, 'invalid_value', '$or'],
    [{ $or: ['a'] }, 'invalid_value', '$or[0]'],
    [{ title: '\ud800' }, 'invalid_value', 'title'],
    [[], 'invalid_json', ''],
    ['title', 'invalid_json', ''],
    [null, 'invalid_json', ''],
    [{ title: Number.NaN }, 'invalid_json', 'title'],
    [{ title: undefined }, 'invalid_json', 'title'],
  ])('refuses %j', (json, code, path) => {
    expect(refusal(json)).toEqual({ code, path })
  })
})

describe('parsing fields', () => {
  test('accepts nested metadata, also in the bracket notation of v1', () => {
    const path = ['metadata', 'author', 'na-me_1']
    expect(parse({ 'metadata.author.na-me_1': 1 })).toMatchObject({ path })
    expect(parse({ 'metadata[author][na-me_1]': 1 })).toMatchObject({ path })
    expect(parse({ 'metadata.größe': 1 })).toMatchObject({ path: ['metadata', 'größe'] })
  })

  test('accepts the fields of media, and “created”, as v2 called it', () => {
    expect(parse({ original_name: 'a' }, 'media')).toMatchObject({ path: ['original_name'] })
    expect(parse({ created: 'a' }, 'media')).toMatchObject({ path: ['created_at'] })
    expect(refusal({ slug: 'a' }, 'media')).toEqual({ code: 'unknown_field', path: 'slug' })
  })

  test.each([
    'original_name',
    'created',
    'metadata',
    'metadata.',
    'metadata..a',
    'metadata.a.',
    'metadata[]',
    'medium',
    'title.a',
    'metadata.a b',
    'metadata.a"b',
    "metadata.a'b",
    'metadata.$a',
    'metadata.a[0',
    'metadata.a*',
    'metadata.\0',
    'metadata.😀',
    'toString',
    'hasOwnProperty',
    '',
    'password',
    'created_by.password',
    `metadata.${'a'.repeat(101)}`,
  ])('refuses the field %j', (field) => {
    expect(refusal({ [field]: 'a' }).code).toBe('unknown_field')
  })

  test('refuses the same field under two names, as one would hide the other', () => {
    expect(refusal({ 'metadata.a': 1, 'metadata[a]': 2 }).code).toBe('duplicate_field')
  })

  test('converts dates in planned times to numbers', () => {
    const value = Date.parse('2024-02-01')
    expect(parse({ publish_at: { $lt: '2024-02-01' } })).toMatchObject({ value })
    expect(parse({ unpublish_at: { $in: ['2024-02-01T00:00:00Z', 5] } })).toMatchObject({
      values: [value, 5],
    })
    expect(parse({ publish_at: 'soon' })).toMatchObject({ value: 'soon' })
    expect(parse({ published_at: '2024-02-01' })).toMatchObject({ value: '2024-02-01' })
  })
})

describe('reserved keys', () => {
  const read = (json: unknown) => parseQuery(json, { resource: 'objects' })

  test('are returned next to the query', () => {
    const json = {
      type: 'a',
      limit: 25,
      skip: '5',
      sort: '-order',
      props: 'id',
      depth: 1,
      status: 'any',
    }
    expect(read(json)).toEqual({
      query: { kind: 'compare', path: ['type'], op: 'eq', value: 'a' },
      reserved: { limit: 25, skip: 5, sort: '-order', props: 'id', depth: 1, status: 'any' },
    })
  })

  test('“all” is the older word for the status “any”, and other statuses are conditions', () => {
    expect(read({ status: 'all' })).toEqual({ query: everything, reserved: { status: 'any' } })
    expect(read({ status: 'draft' })).toMatchObject({ query: { path: ['status'] }, reserved: {} })
  })

  test('are refused with an invalid value, and inside groups', () => {
    for (const json of [{ limit: 0 }, { limit: {} }, { skip: -1 }, { depth: 11 }, { sort: 1 }]) {
      expect(refusal(json)).toEqual({ code: 'invalid_value', path: Object.keys(json)[0] })
    }
    expect(refusal({ $and: [{ limit: 1 }] })).toEqual({
      code: 'unknown_field',
      path: '$and[0].limit',
    })
  })
})

describe('the limits of a query', () => {
  const nest = (levels: number, wrap: (inner: unknown) => unknown, inner: unknown) =>
    Array.from({ length: levels }).reduce(wrap, inner)
  const titles = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ title: `${index}` }))

  test('groups may nest eight deep, but not nine', () => {
    for (const operator of ['$and', '$or', '$nor']) {
      const wrap = (inner: unknown) => ({ [operator]: [inner] })
      expect(parse(nest(8, wrap, { title: 'a' }))).toBeDefined()
      expect(refusal(nest(9, wrap, { title: 'a' })).code).toBe('too_deep')
    }
    const negate = (inner: unknown) => ({ $not: inner })
    expect(parse({ title: nest(8, negate, { $gt: 1 }) })).toBeDefined()
    expect(refusal({ title: nest(9, negate, { $gt: 1 }) }).code).toBe('too_deep')
  })

  test('at most a hundred conditions are accepted together', () => {
    expect(parse({ $or: titles(99) })).toBeDefined()
    expect(refusal({ $or: titles(100) })).toEqual({ code: 'too_large', path: '$or[99].title' })
    const values = Array.from({ length: 101 }, (_, index) => index)
    expect(parse({ 'metadata.a': { $all: values.slice(1) } })).toBeDefined()
    expect(refusal({ 'metadata.a': { $all: values } }).code).toBe('too_large')
  })

  test('lists, texts, patterns and paths have a maximum length', () => {
    const values = Array.from({ length: 501 }, (_, index) => index)
    expect(parse({ title: { $in: values.slice(1) } })).toBeDefined()
    expect(refusal({ title: { $in: values } })).toEqual({ code: 'too_large', path: 'title.$in' })
    expect(parse({ title: 'a'.repeat(1000) })).toBeDefined()
    expect(refusal({ title: 'a'.repeat(1001) })).toEqual({ code: 'too_large', path: 'title' })
    expect(parse({ title: { $regex: 'a'.repeat(200) } })).toBeDefined()
    expect(refusal({ title: { $regex: 'a'.repeat(201) } })).toEqual({
      code: 'too_large',
      path: 'title.$regex',
    })
    expect(parse({ [`metadata${'.a'.repeat(9)}`]: 1 })).toBeDefined()
    expect(refusal({ [`metadata${'.a'.repeat(10)}`]: 1 }).code).toBe('too_large')
  })

  test('deep JSON is refused before anything recursive reads it', () => {
    const array: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))
    expect(refusal({ title: array }).code).toBe('too_deep')
    const object: unknown = JSON.parse('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000))
    expect(refusal(object).code).toBe('too_deep')
  })

  test('an error path does not repeat a huge key', () => {
    expect(refusal({ ['x'.repeat(1_000_000)]: 1 }).path.length).toBeLessThan(200)
  })
})

test.each(['__proto__', 'constructor', 'prototype'])(
  '%s is refused as a key at any depth',
  (key) => {
    for (let depth = 0; depth <= 20; depth++) {
      const text = `{"$and":[`.repeat(depth) + `{"${key}":{"polluted":1}}` + ']}'.repeat(depth)
      expect(refusal(JSON.parse(text)).code).toBe('forbidden_key')
    }
    expect(refusal({ [`metadata.a.${key}`]: 1 }).code).toBe('forbidden_key')
    expect(refusal({ [`metadata[${key}]`]: 1 }).code).toBe('forbidden_key')
    expect('polluted' in {}).toBe(false)
  },
)

test.each<[unknown, Resource, string, string]>([
  [{ $text: 'a' }, 'objects', 'invalid_value', '$text'],
  [{ $text: { $search: 'a' } }, 'objects', 'unknown_operator', '$text.$search'],
  [{ $text: { $ne: 'a' } }, 'objects', 'unknown_operator', '$text.$ne'],
  [{ $text: { $regex: 'a', $in: ['a'] } }, 'objects', 'unknown_operator', '$text.$in'],
  [{ $text: { $regex: '(' } }, 'objects', 'invalid_pattern', '$text.$regex'],
  [
    { 'metadata.author.$text': { $regex: 'a' } },
    'objects',
    'unknown_field',
    'metadata.author.$text',
  ],
  [{ $text: { $regex: 'a' } }, 'media', 'unknown_operator', '$text'],
  [{ $references: { $regex: 'a' } }, 'objects', 'unknown_operator', '$references.$regex'],
  [{ $references: 'a' }, 'media', 'unknown_operator', '$references'],
  [{ $broken: { $exists: true } }, 'objects', 'unknown_operator', '$broken.$exists'],
  [{ $broken: { $not: { $gt: 1 } } }, 'objects', 'unknown_operator', '$broken.$not.$gt'],
])('a field that combines others does not accept %j of %s', (json, resource, code, path) => {
  expect(refusal(json, resource)).toEqual({ code, path })
})
