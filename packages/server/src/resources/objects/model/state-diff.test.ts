import { expect, test } from 'vitest'

import { emptyState, type ObjectState } from './state.ts'
import { changedFields, countChangedFields } from './state-diff.ts'

const stateOf = (metadata: object): ObjectState => ({
  ...emptyState('A', 'a', { now: '2026-01-01T00:00:00.000Z', userId: 'u' }),
  metadata: JSON.stringify(metadata),
})
const changes = (before: object, after: object) => {
  const [from, to] = [stateOf(before), stateOf(after)]
  const fieldChanges = changedFields(from, to)
  expect(countChangedFields(from, to)).toBe(fieldChanges.length)
  return Object.fromEntries(fieldChanges.map((one) => [one.field, [one.before, one.after]]))
}

test('values of groups and rows are compared one by one', () => {
  expect(changes({ seo: { a: 1, b: 2 } }, { seo: { a: 1, b: 3 } })).toEqual({
    'metadata.seo.b': [2, 3],
  })
  const rows = [{ word: 'a', n: 1 }, { word: 'b' }]
  expect(changes({ rows }, { rows: [rows[0], { word: 'c' }] })).toEqual({
    'metadata.rows.1.word': ['b', 'c'],
  })
})

test('added rows, lists and choices are shown as a whole', () => {
  expect(changes({ rows: [{ a: 1 }] }, { rows: [{ a: 1 }, { a: 2 }] })).toEqual({
    'metadata.rows': [[{ a: 1 }], [{ a: 1 }, { a: 2 }]],
  })
  expect(changes({ tags: ['a'] }, { tags: ['b'] })).toEqual({ 'metadata.tags': [['a'], ['b']] })
  const [red, blue] = [
    { key: 'r', value: 'Red' },
    { key: 'b', value: 'Blue' },
  ]
  expect(changes({ color: red }, { color: blue })).toEqual({ 'metadata.color': [red, blue] })
})
