import { expect, test } from 'vitest'

import { describeChange, describeValue } from './change.ts'

test('describeValue formats values as on screen', () => {
  expect(describeValue('title', null)).toBe('')
  expect(describeValue('status', 'published')).toBe('Published')
  expect(describeValue('metadata.status', 'published')).toBe('published')
  expect(describeValue('publish_at', 0)).toMatch(/1970/)
  expect(describeValue('metadata.tags', ['a', 'b'])).toBe('a, b')
  expect(describeValue('metadata.on', false)).toBe('No')
  expect(describeValue('metadata.price', 2.5)).toBe('2.5')
  expect(describeValue('metadata.color', { key: 'r', value: 'Red' })).toBe('Red')
  expect(describeValue('metadata.rows', [{ a: 1 }])).toBe('[ { "a": 1 } ]')
})

test('a change names its field, or describes the object as a whole', () => {
  const nameOf = (path: string) => `the ${path}`
  expect(describeChange(nameOf, 'title', 'a', 'b')).toEqual({
    field: 'the title',
    before: 'a',
    after: 'b',
  })
  expect(describeChange(nameOf, 'deleted', false, true)).toMatchObject({ before: 'In this list' })
  expect(describeChange(nameOf, 'deleted', true, false)).toMatchObject({ after: 'In this list' })
  expect(describeChange(nameOf, 'object', null, 'New')).toMatchObject({
    field: 'Copy',
    after: 'New',
  })
})
