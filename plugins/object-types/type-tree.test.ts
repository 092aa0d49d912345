import { expect, test } from 'vitest'

import { typeTree } from './type-tree.ts'

const type = (slug: string, folder: string | null = null) => ({
  id: `id-${slug}`,
  slug,
  title: slug.toUpperCase(),
  emoji: '',
  folder,
  total_objects: 1234,
})
const folder = (slug: string) => ({ slug, title: slug, emoji: '' })

test('folders hold their object types, and the other types follow in their order', () => {
  const nodes = typeTree({
    bucketSlug: 'archive',
    types: [type('posts'), type('authors', 'people'), type('tags'), type('editors', 'people')],
    folders: [folder('people'), folder('media')],
  })
  expect(
    nodes.map(({ label, children }) => [label, children?.map((child) => child.label)]),
  ).toEqual([
    ['people', ['AUTHORS', 'EDITORS']],
    ['media', []],
    ['POSTS', undefined],
    ['TAGS', undefined],
  ])
  expect(nodes[1]?.detail).toBe('empty')
  expect(nodes[2]?.detail).toBe('1,234')
})

test('a type of a deleted folder is still listed', () => {
  const nodes = typeTree({ bucketSlug: 'archive', types: [type('posts', 'gone')], folders: [] })
  expect(nodes.map(({ label }) => label)).toEqual(['POSTS'])
})

test('a type links to its objects, and the current one is marked, even within a folder', () => {
  const [people, posts] = typeTree({
    bucketSlug: 'archive',
    types: [type('authors', 'people'), type('posts')],
    folders: [folder('people')],
    current: { typeSlug: 'authors', is: 'page' },
  })
  const [authors] = people?.children ?? []
  expect(authors?.current).toBe('page')
  expect(posts).not.toHaveProperty('current')
  expect(new URL(authors?.href ?? '', 'http://x').searchParams.get('query')).toBe(
    '{"type":"authors"}',
  )
})
