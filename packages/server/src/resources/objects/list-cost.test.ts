import { parseQuery } from '@typecase/content-query/parse'
import { parseSort } from '@typecase/content-query/sort'
import { expect, test } from 'vitest'

import { costOf, type ListCost } from './list-cost.ts'
import type { ListSource } from './tables.ts'

const indexed = new Set(['metadata.year'])
const type = 'works'

test.each<[ListCost, object, (string | undefined)?, ListSource?]>([
  ['read', {}],
  ['read', { type }],
  ['read', { type }, '-title'],
  ['read', { type }, 'metadata.year'],
  ['read', { id: { $in: ['a', 'b'] }, 'metadata.medium': 'oil' }],
  ['read', { type, slug: 'a' }, undefined, 'published_objects'],
  ['walk', { type, slug: 'a' }],
  ['walk', { type, status: 'draft' }],
  ['walk', { type, 'metadata.year': { $gte: 1900 } }],
  ['walk', { title: { $regex: 'venice', $options: 'i' } }],
  ['scan', { title: { $regex: 'venice' } }, undefined, 'published_objects'],
  ['scan', { title: { $regex: '^v' } }],
  ['scan', { content: 'a' }],
  ['scan', { type, 'metadata.medium': 'oil' }],
  ['scan', { type, 'metadata.year': 1900, 'metadata.medium': 'oil' }],
  ['scan', { type, 'metadata.year': { $ne: 1900 } }],
  ['scan', { $or: [{ type }, { 'metadata.year': 1900 }] }],
  ['scan', { type }, 'metadata.medium'],
  ['scan', { type }, 'random'],
  ['scan', { type }, 'title', 'published_objects'],
])('%s: %j %s %s', (cost, json, sort, source = 'objects') => {
  const { query } = parseQuery(json, { resource: 'objects' })
  expect(costOf({ source, query, sort: parseSort(sort, 'objects'), indexed })).toBe(cost)
})
