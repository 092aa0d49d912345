import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { filterOperators, operatorsFor } from './filter-fields.ts'
import { filtersFromJson, filtersFromQuery } from './filter-read.ts'
import { type Filter, type FilterItem, filtersToJson, filtersToQuery } from './filter.ts'
import { matches } from './match.ts'
import { parseQuery } from './parse.ts'
import { QueryError } from './query-error.ts'
import { queryJson, record } from './testing/arbitraries.ts'
import { filter, filterSchema } from './testing/filter-arbitraries.ts'

const toJson = (...items: FilterItem[]) => filtersToJson(items, filterSchema)
const fromJson = (json: unknown) => filtersFromJson(json, filterSchema)
const parse = (json: unknown) => parseQuery(json, { resource: 'objects' }).query

describe('each operator', () => {
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
  ])('%j', (one, json) => {
    expect(toJson(one)).toEqual(json)
    expect(fromJson(json)).toEqual([one])
  })

  test('a whole day of a time lies between its first and its last instant', () => {
    const times = [
      '2024-01-30T23:59:59.999Z',
      '2024-01-31T00:00:00.000Z',
      '2024-01-31T23:59:59.999Z',
      '2024-02-01T00:00:00.000Z',
    ]
    const found = (
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
    expect(found('is')).toEqual([1, 2])
    expect(found('is not')).toEqual([0, 3])
    expect(found('less than')).toEqual([0])
    expect(found('less than or equal to')).toEqual([0, 1, 2])
    expect(found('greater than')).toEqual([3])
    expect(found('greater than or equal to')).toEqual([1, 2, 3])
  })

  test('apply to the types of the table', () => {
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

describe('unsupported', () => {
  test.each([
    { unknown: 1 },
    { 'metadata.nothing': 1 },
    { title: { $exists: true } },
    { $or: [{ title: 'a' }, { title: 'b' }] },
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
  ])('%j is kept as it was', (json) => {
    expect(fromJson(json)).toEqual([{ operator: 'unsupported', json }])
    expect(toJson(...fromJson(json))).toEqual(json)
  })

  test('parts stand beside those that are supported', () => {
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

  test('what is no query at all is one unsupported part', () => {
    const deep: unknown = JSON.parse('{"$and":['.repeat(5000) + ']}'.repeat(5000))
    for (const json of ['x', null, [], deep]) {
      expect(fromJson(json)).toEqual([{ operator: 'unsupported', json }])
    }
  })
})

test('filters come back from their query', () => {
  // Two filters that together bound one day are read as that day, so one at a time here.
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
      const items = filtersFromQuery(query, [
        { path: 'title', title: 'Title', type: 'text' },
        { path: 'metadata.a', title: 'A', type: 'text' },
        { path: 'metadata.number', title: 'Number', type: 'number' },
        { path: 'created_at', title: 'Created at', type: 'datetime' },
      ])
      const again = parse(filtersToJson(items, filterSchema))
      expect(matches(again, object)).toBe(matches(query, object))
    }),
    { numRuns: 3000 },
  )
})
