import type { ObjectGroup } from '@typecase/contract/object-groups'
import { expect, test } from 'vitest'

import type { ListField } from '@typecase/content/object/list-fields'
import { groupRequest, groupChoices, rowsInGroups, titleOfGroup, withoutGroups } from './groups.ts'

const group = (value: ObjectGroup['value'], count: number): ObjectGroup => ({
  value,
  title: null,
  count,
  query: { status: value },
})
const of = (...groups: ObjectGroup[]) => ({
  groups,
  total: groups.length,
  count: groups.reduce((sum, { count }) => sum + count, 0),
})

/** Heads by value and size, rows by position. */
const titles = (
  groups: Parameters<typeof rowsInGroups>[0],
  page: { skip: number; count: number },
  collapsed: string[] = [],
  before = collapsed,
) =>
  rowsInGroups(groups, new Set(collapsed), { ...page, collapsed: new Set(before) }).items.map(
    (item) => (typeof item === 'number' ? item : `${item.id.slice(6)} ${item.count}`),
  )

const three = of(group('a', 2), group('b', 3), group('c', 1))

test('each group has its heading before its first row', () => {
  expect(titles(three, { skip: 0, count: 6 })).toEqual([
    '"a" 2',
    0,
    1,
    '"b" 3',
    2,
    3,
    4,
    '"c" 1',
    5,
  ])
})

test('a page begins with the heading of the group that continues on it', () => {
  expect(titles(three, { skip: 3, count: 3 })).toEqual(['"b" 3', 0, 1, '"c" 1', 2])
  expect(titles(three, { skip: 2, count: 2 })).toEqual(['"b" 3', 0, 1])
  expect(
    rowsInGroups(three, new Set(), { skip: 5, count: 1, collapsed: new Set() }).headsBefore,
  ).toBe(2)
})

test('a collapsed group has only a heading, on one page', () => {
  expect(titles(three, { skip: 0, count: 3 }, ['"b"'])).toEqual([
    '"a" 2',
    0,
    1,
    '"b" 3',
    '"c" 1',
    2,
  ])
  expect(titles(three, { skip: 0, count: 2 }, ['"b"'])).toEqual(['"a" 2', 0, 1, '"b" 3'])
  expect(titles(three, { skip: 2, count: 1 }, ['"b"'])).toEqual(['"c" 1', 0])
  expect(titles(three, { skip: 0, count: 0 }, ['"a"', '"b"', '"c"'])).toEqual([
    '"a" 2',
    '"b" 3',
    '"c" 1',
  ])
})

test('rows on screen stay under their own headings until the new rows arrive', () => {
  const page = { skip: 0, count: 4 }
  expect(titles(three, page, ['"a"'], [])).toEqual(['"a" 2', '"b" 3', 2, 3])
  expect(titles(three, page, [], ['"a"'])).toEqual(['"a" 2', '"b" 3', 0, 1, 2, '"c" 1', 3])
})

test('rows after the listed groups have a heading of their own', () => {
  const cut = { ...three, total: 9, count: 8 }
  expect(titles(cut, { skip: 5, count: 3 })).toEqual(['"c" 1', 0, '6 more 2', 1, 2])
})

test('rows that have gone since the groups were counted are not shown', () => {
  expect(titles(three, { skip: 0, count: 1 })).toEqual(['"a" 2', 0])
})

test('the query of a list excludes collapsed groups', () => {
  expect(withoutGroups({ type: 'posts' }, [])).toEqual({ type: 'posts' })
  expect(withoutGroups({ type: 'posts' }, [group('draft', 1)])).toEqual({
    $and: [{ type: 'posts' }, { $nor: [{ status: 'draft' }] }],
  })
})

const field = (path: string, type: ListField['type'], title = path): ListField => ({
  path,
  type,
  title,
  ...(path.startsWith('metadata') && {
    metafield: { key: path.split('.')[1] ?? '', title, type: type as 'text' },
  }),
})
const fields = [
  field('title', 'text'),
  field('metadata.genre', 'select-dropdown', 'Genre'),
  field('metadata.day', 'date', 'Day'),
  field('metadata.tags', 'check-boxes'),
  field('metadata.author', 'object', 'Author'),
  field('metadata.isNew', 'switch', 'New'),
  field('status', 'status', 'Status'),
  field('modified_at', 'datetime'),
  field('publish_at', 'datetime'),
]

test('a list can be grouped by fields with one value, and by the months of times', () => {
  expect(groupChoices(fields).map(({ sort }) => sort)).toEqual([
    'metadata.genre.value',
    '-metadata.day',
    'metadata.author',
    'metadata.isNew',
    'status',
    '-modified_at',
  ])
  expect(groupRequest('-metadata.day', fields)).toMatchObject({
    by: 'month',
    group: '-metadata.day',
  })
  expect(groupRequest('metadata.genre.value', fields)).toEqual({
    by: 'value',
    group: 'metadata.genre.value',
  })
})

test.each([
  ['status', 'published', null, 'Published'],
  ['status', null, null, 'No status'],
  ['metadata.genre', 'Novel', null, 'Novel'],
  ['metadata.genre', '', null, 'Genre: empty'],
  ['metadata.day', '2026-11', null, 'November 2026'],
  ['metadata.day', 'soon', null, 'soon'],
  ['metadata.author', '0123456789abcdef01234567', 'Ada', 'Ada'],
  ['metadata.author', '0123456789abcdef01234567', null, 'Deleted object'],
  ['metadata.isNew', true, null, 'New: True'],
])('the heading of %s %s (%s) says %s', (path, value, title, text) => {
  const of = fields.find((one) => one.path === path)
  expect(titleOfGroup({ value, title }, of, [])).toBe(text)
})
