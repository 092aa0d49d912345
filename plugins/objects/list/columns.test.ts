import { expect, test } from 'vitest'

import { chosenColumns, defaultColumns, filledColumns, gridColumns } from './columns.ts'
import { fieldAt } from '@typecase/content-query/filter-fields'
import { filterSchema } from '@typecase/content-query/type-fields'
import { optionsOf } from '@typecase/contract/field-values/choice'
import { listFields } from '@typecase/content/object/list-fields'
import { artworks, objectType } from '@typecase/content/testing/sample-types'

const posts = objectType('posts', [{ key: 'medium', title: 'Medium of post', type: 'textarea' }])
const paths = (fields: readonly { path: string }[]) => fields.map(({ path }) => path)

test('the default columns of a type are the first fields that fit on a line', () => {
  expect(defaultColumns(listFields([artworks]))).toEqual([
    'title',
    'metadata.artist',
    'metadata.medium',
    'metadata.year',
    'locale',
    'status',
  ])
})

test('a list of several types has a type column, and one column for a shared path', () => {
  const fields = listFields([artworks, posts])
  expect(defaultColumns(fields)).toContain('type')
  expect(fields.filter(({ path }) => path === 'metadata.medium')).toHaveLength(1)
})

test('the title is always the first column, and deleted fields are left out', () => {
  const fields = listFields([artworks])
  expect(paths(chosenColumns(fields, ['status', 'metadata.gone', 'title', 'slug']))).toEqual([
    'title',
    'status',
    'slug',
  ])
})

test('columns without a value in any row are hidden, unless there are no rows', () => {
  const fields = chosenColumns(listFields([artworks]), ['metadata.medium', 'metadata.year', 'slug'])
  const rows = [
    { slug: '', metadata: {} },
    { slug: '', metadata: { year: 0 } },
  ]
  expect(paths(filledColumns(fields, rows))).toEqual(['title', 'metadata.year'])
  expect(filledColumns(fields, [])).toBe(fields)
})

test('the fields of a list include the children of groups', () => {
  expect(paths(listFields([artworks]))).toContain('metadata.size.width')
})

test('the grid has one track for the check box and one for each column', () => {
  const columns = chosenColumns(listFields([artworks]), undefined)
  expect(gridColumns(columns)).toMatch(/^38px minmax\(220px, 2.2fr\) /)
  expect(gridColumns(columns.slice(0, 2), true)).toBe('38px minmax(0, 1fr) 160px')
})

test('the filter reaches through relations to the fields of their types, two levels deep', () => {
  const relation = (key: string, object_type?: string) => ({
    key,
    title: key,
    type: 'object' as const,
    ...(object_type && { object_type }),
  })
  const people = { ...posts, slug: 'people', metafields: [relation('friend', 'people')] }
  const books = { ...posts, slug: 'books', metafields: [relation('author', 'people')] }
  const schema = filterSchema([books], [books, people])
  expect(fieldAt('metadata.author.slug', schema)?.title).toBe('author › Slug')
  expect(fieldAt('metadata.author.metadata.friend.title', schema)?.type).toBe('text')
  expect(fieldAt('metadata.author.metadata.friend.metadata.friend', schema)?.title).toBe(
    'author › friend › friend',
  )
  expect(fieldAt('metadata.author.metadata.friend.metadata.friend.title', schema)).toBeUndefined()
  // A relation to objects of any type.
  const pages = { ...posts, slug: 'pages', metafields: [relation('about')] }
  expect(
    fieldAt('metadata.about.metadata.author', filterSchema([pages], [pages, books]))?.type,
  ).toBe('object')
})

test('the filter offers locales as choices, and types if the list has several', () => {
  const schema = filterSchema([artworks, posts], [artworks, posts])
  expect(schema.find(({ path }) => path === 'locale')?.options).toEqual([
    { value: 'en' },
    { value: 'fr' },
  ])
  expect(schema.find(({ path }) => path === 'type')?.options).toHaveLength(2)
  expect(filterSchema([artworks], [artworks, posts]).some(({ path }) => path === 'type')).toBe(
    false,
  )
})

test.each([
  ['a,b', ['a', 'b']],
  [
    ['a', ' b '],
    ['a', 'b'],
  ],
  [
    [{ value: 'a' }, { key: 'k', value: 'b' }],
    ['a', 'b'],
  ],
  [[{ key: 'k' }, null, 3], ['k']],
  [undefined, []],
])('options %j are read as %j', (options, values) => {
  const field = { key: 'x', title: 'X', type: 'select' as const, ...(options && { options }) }
  expect(optionsOf(field).map(({ value }) => value)).toEqual(values)
})
