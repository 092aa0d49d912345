import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { filterOperators, type FilterSchema, operatorsFor } from './filter-fields.ts'
import { filtersFromJson, filtersFromQuery } from './filter-read.ts'
import {
  type Filter,
  type FilterItem,
  filtersToJson,
  filtersToQuery,
  plainFilters,
  type ValueFilter,
} from './filter.ts'
import { parseLine, printLine } from './line.ts'
import { matches } from './match.ts'
import { parseQuery } from './parse.ts'
import { QueryError } from './query-error.ts'
import { queryJson, record } from './testing/arbitraries.ts'
import { filter, filterItems, filterSchema } from './testing/filter-arbitraries.ts'

/** Some of the fields that random queries name. */
const anySchema: FilterSchema = [
  { path: 'title', title: 'Title', type: 'text' },
  { path: 'metadata.a', title: 'A', type: 'text' },
  { path: 'metadata.number', title: 'Number', type: 'number' },
  { path: 'created_at', title: 'Created at', type: 'datetime' },
]

const toJson = (...items: FilterItem[]) => filtersToJson(items, filterSchema)
const fromJson = (json: unknown) => filtersFromJson(json, filterSchema)
const parse = (json: unknown) => parseQuery(json, { resource: 'objects' }).query

describe('filter operators', () => {
  test.each<[Filter, unknown]>([
    [{ field: 'status', operator: 'is', value: 'draft' }, { status: 'draft' }],
    [{ field: 'locale', operator: 'is not', value: 'de' }, { locale: { $ne: 'de' } }],
    [{ field: 'locale', operator: 'is', value: null }, { locale: null }],
    [
      { field: 'title', operator: 'contains', value: 'a.b' },
      { title: { $regex: 'a\\.b', $options: 'i' } },
    ],
    [
      { field: 'content', operator: 'does not contain', value: 'x' },
      { content: { $not: { $regex: 'x', $options: 'i' } } },
    ],
    [{ field: 'metadata.year', operator: 'less than', value: 5 }, { 'metadata.year': { $lt: 5 } }],
    [
      { field: 'metadata.year', operator: 'less than or equal to', value: 5 },
      { 'metadata.year': { $lte: 5 } },
    ],
    [
      { field: 'metadata.year', operator: 'greater than', value: 5 },
      { 'metadata.year': { $gt: 5 } },
    ],
    [
      { field: 'metadata.year', operator: 'greater than or equal to', value: 5 },
      { 'metadata.year': { $gte: 5 } },
    ],
    [
      { field: 'metadata.tags', operator: 'in', value: ['a', 'b'] },
      { 'metadata.tags': { $in: ['a', 'b'] } },
    ],
    [
      { field: 'metadata.tags', operator: 'not in', value: ['a'] },
      { 'metadata.tags': { $nin: ['a'] } },
    ],
    [
      { field: 'metadata.tags', operator: 'all', value: ['a'] },
      { 'metadata.tags': { $all: ['a'] } },
    ],
    [
      { field: 'metadata.tags', operator: 'not all', value: ['a'] },
      { 'metadata.tags': { $not: { $all: ['a'] } } },
    ],
    [{ field: 'metadata.on_view', operator: 'is', value: true }, { 'metadata.on_view': true }],
  ])('%j is converted to JSON and back', (one, json) => {
    expect(toJson(one)).toEqual(json)
    expect(fromJson(json)).toEqual([one])
  })

  test('a day compared with a time stands for the whole day, up to its last millisecond', () => {
    const times = [
      '2024-01-30T23:59:59.999Z',
      '2024-01-31T00:00:00.000Z',
      '2024-01-31T23:59:59.999Z',
      '2024-02-01T00:00:00.000Z',
    ]
    const conditionsOf = (
      operator:
        | 'is'
        | 'is not'
        | 'less than'
        | 'less than or equal to'
        | 'greater than'
        | 'greater than or equal to',
    ) => {
      const one: Filter = { field: 'created_at', operator, value: '2024-01-31' }
      expect(fromJson(toJson(one))).toEqual([one])
      const query = filtersToQuery([one], filterSchema)
      return times.flatMap((created_at, index) => (matches(query, { created_at }) ? [index] : []))
    }
    expect(conditionsOf('is')).toEqual([1, 2])
    expect(conditionsOf('is not')).toEqual([0, 3])
    expect(conditionsOf('less than')).toEqual([0])
    expect(conditionsOf('less than or equal to')).toEqual([0, 1, 2])
    expect(conditionsOf('greater than')).toEqual([3])
    expect(conditionsOf('greater than or equal to')).toEqual([1, 2, 3])
  })

  test('depend on the type of the field, and each one applies to some field', () => {
    expect(operatorsFor({ type: 'check-boxes' })).toEqual(['in', 'not in', 'all', 'not all'])
    expect(operatorsFor({ type: 'switch' })).toEqual(['is', 'is not'])
    expect(operatorsFor({ type: 'markdown' })).toEqual(['contains', 'does not contain'])
    expect(operatorsFor({ type: 'parent' })).toEqual([])
    expect(operatorsFor({ type: 'repeater' })).toEqual([])
    expect(operatorsFor({ type: 'number', operators: ['less than', 'contains'] })).toEqual([
      'less than',
    ])
    const used = new Set(filterSchema.flatMap((field) => operatorsFor(field)))
    expect([...used].toSorted()).toEqual([...filterOperators].toSorted())
  })
})

describe('unsupported conditions', () => {
  test.each([
    { unknown: 1 },
    { 'metadata.nothing': 1 },
    { title: { $exists: true } },
    { $nor: [{ title: 'a' }, { title: 'b' }] },
    { created_at: { $lte: { $start: 'today' } } },
    { 'metadata.medium': { $gte: { $start: 'today' } } },
    { title: { $regex: '^a', $options: 'i' } },
    { title: { $regex: 'a' } },
    { 'metadata.year': '1840' },
    { 'metadata.year': { $not: { $gt: 5 } } },
    { 'metadata.medium': { $gt: 'a' } },
    { 'metadata.seo': 'a' },
    { created_at: { $lte: '2024-01-31' } },
    { created_at: '2024-01-31' },
    { created_at: { $ne: '2024-01-31' } },
    { title: { $where: 'x' } },
  ])('%j is kept unchanged', (json) => {
    expect(fromJson(json)).toEqual([{ operator: 'unsupported', json }])
    expect(toJson(...fromJson(json))).toEqual(json)
  })

  test('are kept next to supported ones, but cannot be converted to a query', () => {
    const json = { status: 'draft', unknown: { $x: 1 }, title: { $exists: true } }
    const items = fromJson(json)
    expect(items.map(({ operator }) => operator)).toEqual(['is', 'unsupported', 'unsupported'])
    const saved = toJson(...items)
    expect(saved).toEqual({
      $and: [{ status: 'draft' }, { unknown: { $x: 1 } }, { title: { $exists: true } }],
    })
    expect(fromJson(saved)).toEqual(items)
    expect(() => filtersToQuery(items, filterSchema)).toThrow(QueryError)
  })

  test('a value that is no query becomes a single unsupported condition', () => {
    const deep: unknown = JSON.parse('{"$and":['.repeat(5000) + ']}'.repeat(5000))
    for (const json of ['x', null, [], deep]) {
      expect(fromJson(json)).toEqual([{ operator: 'unsupported', json }])
    }
  })
})

describe('groups of filters', () => {
  const a: Filter = { field: 'title', operator: 'contains', value: 'a' }
  const b: Filter = { field: 'metadata.year', operator: 'less than', value: 5 }

  test('stand for $or and $and', () => {
    const any: FilterItem = { operator: 'any', items: [a, { operator: 'all', items: [b, a] }] }
    const json = {
      title: { $regex: 'a', $options: 'i' },
      $or: [
        { title: { $regex: 'a', $options: 'i' } },
        { 'metadata.year': { $lt: 5 }, title: { $regex: 'a', $options: 'i' } },
      ],
    }
    expect(toJson(a, any)).toEqual(json)
    expect(fromJson(json)).toEqual([a, any])
  })

  test('keep unsupported conditions in their place', () => {
    const json = {
      $or: [{ title: { $regex: 'a', $options: 'i' } }, { 'metadata.gone': 1 }, { $x: 1 }],
    }
    const unsupported: FilterItem = { operator: 'unsupported', json: { 'metadata.gone': 1 } }
    const wrong: FilterItem = { operator: 'unsupported', json: { $x: 1 } }
    expect(fromJson(json)).toEqual([{ operator: 'any', items: [a, unsupported, wrong] }])
    expect(toJson(...fromJson(json))).toEqual(json)
  })

  test('are flattened where they make no difference', () => {
    const nested: FilterItem[] = [
      { operator: 'all', items: [a, { operator: 'any', items: [] }] },
      { operator: 'any', items: [{ operator: 'any', items: [{ operator: 'all', items: [b] }] }] },
    ]
    expect(plainFilters(nested)).toEqual([a, b])
  })
})

test('a query keeps relative days as words and resolves them when it is read', () => {
  const changed = (operator: ValueFilter['operator'], value: string): Filter => ({
    field: 'modified_at',
    operator,
    value,
  })
  const within = changed('is', 'last 7 days')
  const json = { modified_at: { $gte: { $start: 'last 7 days' }, $lte: { $end: 'last 7 days' } } }
  expect(toJson(within)).toEqual(json)
  expect(fromJson(json)).toEqual([within])

  const now = Date.parse('2024-03-07T15:00:00Z')
  const times = [
    '2024-02-29T23:59:59.999Z',
    '2024-03-01T00:00:00.000Z',
    '2024-03-07T23:59:59.999Z',
    '2024-03-08',
  ]
  const idsMatching = (one: Filter) => {
    const { query } = parseQuery(toJson(one), { resource: 'objects', now })
    expect(filtersFromQuery(query, filterSchema)).toEqual([one])
    return times.flatMap((modified_at, index) => (matches(query, { modified_at }) ? [index] : []))
  }
  expect(idsMatching(within)).toEqual([1, 2])
  expect(idsMatching(changed('is not', 'last 7 days'))).toEqual([0, 3])
  expect(idsMatching(changed('less than', 'last 7 days'))).toEqual([0])
  expect(idsMatching(changed('greater than or equal to', 'last 7 days'))).toEqual([1, 2, 3])
  expect(idsMatching(changed('greater than', 'today'))).toEqual([3])
  expect(idsMatching(changed('less than or equal to', 'today'))).toEqual([0, 1, 2])
})

test('filters of the builder survive the conversion to a query and back', () => {
  fc.assert(
    fc.property(filterItems, (items) => {
      const plain = plainFilters(items)
      const roundTrip = fromJson(JSON.parse(JSON.stringify(toJson(...plain))))
      // Two conditions that bound one day become that day, but the query is the same.
      expect(toJson(...roundTrip)).toEqual(toJson(...plain))
      expect(plainFilters(roundTrip)).toEqual(roundTrip)
    }),
    { numRuns: 3000 },
  )
})

test('any query keeps its meaning through the builder, the filter line and the address', () => {
  fc.assert(
    fc.property(queryJson, record, (json, object) => {
      const items = filtersFromJson(json, anySchema)
      const query = parse(filtersToJson(items, anySchema))
      // The texts differ only for patterns such as `a?`, which the builder shows as the text that they search for.
      expect(matches(query, object)).toBe(matches(parse(json), object))
      const { items: read, errors } = parseLine(printLine(items, anySchema), anySchema)
      expect(errors).toEqual([])
      const typed = filtersToJson(
        read.map(({ item }) => item),
        anySchema,
      )
      expect(parse(JSON.parse(JSON.stringify(typed)))).toEqual(query)
    }),
    { numRuns: 3000 },
  )
})

test('a pattern with a quantified accented letter keeps its meaning as a filter', () => {
  const json = { 'metadata.a': { $not: { $regex: 'e\u0301*', $options: 'i' } } }
  const query = parse(filtersToJson(filtersFromJson(json, anySchema), anySchema))
  const object = { metadata: { a: 'a' } }
  expect(matches(query, object)).toBe(matches(parse(json), object))
})

test('a single filter is read back unchanged from its query', () => {
  // Two filters that bound one day become that day, so this tests one filter at a time.
  fc.assert(
    fc.property(filter, (one) => {
      expect(fromJson(JSON.parse(JSON.stringify(toJson(one))))).toEqual([one])
    }),
    { numRuns: 3000 },
  )
})

test('a query keeps its meaning as filters', () => {
  fc.assert(
    fc.property(queryJson, record, (json, object) => {
      const query = parse(json)
      const items = filtersFromQuery(query, anySchema)
      const roundTrip = parse(filtersToJson(items, filterSchema))
      expect(matches(roundTrip, object)).toBe(matches(query, object))
    }),
    { numRuns: 3000 },
  )
})
