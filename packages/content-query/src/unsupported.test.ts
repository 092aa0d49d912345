import type { Metafield } from '@typecase/contract/metafields'
import { expect, test } from 'vitest'

import { unsupportedIn } from './unsupported.ts'

const field = (key: string, more: Partial<Metafield> = {}): Metafield => ({
  key,
  title: key,
  type: 'text',
  ...more,
})
const types = [
  {
    slug: 'posts',
    metafields: [field('year'), field('seo', { type: 'parent', children: [field('text')] })],
  },
  { slug: 'pages', metafields: [field('author', { type: 'object' })] },
]

const paths = (json: Parameters<typeof unsupportedIn>[0]) =>
  unsupportedIn(json, types).map(({ path }) => path)

test('reports keys that no field has, and object types that no longer exist', () => {
  expect(
    paths({ type: 'posts', 'metadata.year': 1, 'metadata[seo][text]': 'a', title: 'a' }),
  ).toEqual([])
  expect(paths({ 'metadata.author.metadata.country': 'fr', 'metadata.seo': null })).toEqual([])
  expect(paths({ type: 'posts', 'metadata.author': 'a' })).toEqual(['metadata.author'])
  expect(paths({ type: { $nin: ['posts', 'gone'] } })).toEqual(['type'])
  expect(paths({ $or: [{ title: 'a' }, { $and: [{ 'metadata.gone': 1 }] }] })).toEqual([
    '$or[1].$and[0].metadata.gone',
  ])
})

test('reports fields and operators that are not part of the query language', () => {
  expect(paths({ colour: 1, title: { $like: 'a' }, $where: 'x' })).toEqual([
    'colour',
    'title',
    '$where',
  ])
  expect(paths([])).toEqual([''])
  expect(paths({ limit: 10, sort: 'title', status: 'any' })).toEqual([])
})
