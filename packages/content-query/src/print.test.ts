import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseQuery } from './parse.ts'
import { printQuery } from './print.ts'
import { QueryError } from './query-error.ts'
import { queryJson } from './testing/arbitraries.ts'

const parse = (json: unknown) => parseQuery(json, { resource: 'objects' }).query
const print = (json: unknown) => printQuery(parse(json))

test('a printed query is read as the same query, and printed the same again', () => {
  fc.assert(
    fc.property(queryJson, (json) => {
      const query = parse(json)
      const printed = printQuery(query)
      expect(parse(printed)).toEqual(query)
      expect(printQuery(parse(JSON.parse(JSON.stringify(printed))))).toEqual(printed)
    }),
    { numRuns: 5000 },
  )
})

test.each<[unknown, unknown]>([
  [{}, {}],
  [{ title: { $eq: 'a' } }, { title: 'a' }],
  [{ $and: [{ title: 'a' }, { slug: 'b' }] }, { title: 'a', slug: 'b' }],
  [{ $and: [{ title: 'a' }, { title: 'b' }] }, { $and: [{ title: 'a' }, { title: 'b' }] }],
  [{ $and: [{ order: { $gt: 1 } }, { order: { $lt: 5 } }] }, { order: { $gt: 1, $lt: 5 } }],
  [{ $nor: [{ title: 'a' }] }, { title: { $ne: 'a' } }],
  [{ title: { $not: { $in: ['a'] } } }, { title: { $nin: ['a'] } }],
  [{ title: { $not: { $gt: 'a', $lt: 'c' } } }, { title: { $not: { $gt: 'a', $lt: 'c' } } }],
  [{ $nor: [{ title: 'a', slug: 'b' }] }, { $nor: [{ title: 'a', slug: 'b' }] }],
  [{ $or: [{}, { title: 'a' }] }, { $or: [{}, { title: 'a' }] }],
  [{ 'metadata[a]': 1 }, { 'metadata.a': 1 }],
])('%j is printed as %j', (json, printed) => {
  expect(print(json)).toEqual(printed)
})

test('a printed query at the limits can still be parsed, and one beyond them is refused', () => {
  const wrap = (inner: unknown) => ({ $or: [{ title: 'x' }, inner] })
  const deepest = {
    title: { $eq: 'a', $gt: 'b', $not: { $regex: 'c' } },
    slug: { $not: { $lt: 'd', $gt: 'e' } },
  }
  const nested = Array.from({ length: 7 }).reduce(wrap, deepest)
  expect(parse(print(nested))).toEqual(parse(nested))
  expect(() => print({ $or: [nested, { $or: [nested] }] })).toThrow(QueryError)
})
