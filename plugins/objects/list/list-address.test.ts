import { expect, test } from 'vitest'

import { readListAddress } from './list-address.ts'

const view = {
  query: { type: 'posts', status: 'draft' },
  sort: '-created_at',
  columns: undefined,
  group: 'status',
}

test('an empty address shows all objects, fifty per page', () => {
  expect(readListAddress({}, undefined, {})).toEqual({
    query: {},
    hasQuery: false,
    unreadable: undefined,
    type: undefined,
    sort: undefined,
    group: undefined,
    page: { query: {}, limit: 50, skip: 0 },
  })
})

test('a smart view fills in what the address leaves out', () => {
  const { query, type, sort, group, page } = readListAddress({ skip: 25 }, view, { pageSize: 25 })
  expect({ query, type, sort, group }).toEqual({
    query: view.query,
    type: 'posts',
    sort: '-created_at',
    group: 'status',
  })
  // Rows of a group are next to each other.
  expect(page).toEqual({ query, limit: 25, skip: 25, sort: 'status,-created_at' })
})

test('the address overrides the smart view and the page size of the user', () => {
  const search = { type: 'authors', sort: 'title', group: '', limit: 10 }
  const { query, group, page } = readListAddress(search, view, { pageSize: 25 })
  expect(query).toEqual({ type: 'authors' })
  expect(group).toBeUndefined()
  expect(page).toEqual({ query, limit: 10, skip: 0, sort: 'title' })
})

test('an unreadable query is kept as it was written', () => {
  expect(readListAddress({ query: '{"type":' }, view, {}).unreadable).toBe('{"type":')
})

test('the address and the smart view override the sort that the user chose for a type', () => {
  const sortOf = (type: string | undefined) => (type === 'posts' ? '-modified_at' : undefined)
  const sortAt = (search: object, look?: typeof view) =>
    readListAddress(search, look, { sortOf }).sort
  expect(sortAt({ type: 'posts' })).toBe('-modified_at')
  expect(sortAt({ type: 'authors' })).toBeUndefined()
  expect(sortAt({ type: 'posts', sort: 'title' })).toBe('title')
  expect(sortAt({}, view)).toBe('-created_at')
})
