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

const places = (json: Parameters<typeof unsupportedIn>[0]) =>
  unsupportedIn(json, types).map(({ path }) => path)

test('keys that no field has, and types that are gone', () => {
  expect(
    places({ type: 'posts', 'metadata.year': 1, 'metadata[seo][text]': 'a', title: 'a' }),
  ).toEqual([])
  expect(places({ 'metadata.author.metadata.country': 'fr', 'metadata.seo': null })).toEqual([])
  expect(places({ type: 'posts', 'metadata.author': 'a' })).toEqual(['metadata.author'])
  expect(places({ type: { $nin: ['posts', 'gone'] } })).toEqual(['type'])
  expect(places({ $or: [{ title: 'a' }, { $and: [{ 'metadata.gone': 1 }] }] })).toEqual([
    '$or[1].$and[0].metadata.gone',
  ])
})

test('what is not of the language', () => {
  expect(places({ colour: 1, title: { $like: 'a' }, $where: 'x' })).toEqual([
    'colour',
    'title',
    '$where',
  ])
  expect(places([])).toEqual([''])
  expect(places({ limit: 10, sort: 'title', status: 'any' })).toEqual([])
})
