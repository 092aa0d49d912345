import { expect, test } from 'vitest'

import { changeInWords, valueInWords } from './change-in-words.ts'

test('values read as on screen', () => {
  expect(valueInWords('title', null)).toBe('')
  expect(valueInWords('status', 'published')).toBe('Published')
  expect(valueInWords('metadata.status', 'published')).toBe('published')
  expect(valueInWords('publish_at', 0)).toMatch(/1970/)
  expect(valueInWords('metadata.tags', ['a', 'b'])).toBe('a, b')
  expect(valueInWords('metadata.on', false)).toBe('No')
  expect(valueInWords('metadata.price', 2.5)).toBe('2.5')
  expect(valueInWords('metadata.color', { key: 'r', value: 'Red' })).toBe('Red')
  expect(valueInWords('metadata.rows', [{ a: 1 }])).toBe('[ { "a": 1 } ]')
})

test('a change names its field, unless it is about the object as a whole', () => {
  const nameOf = (path: string) => `the ${path}`
  expect(changeInWords(nameOf, 'title', 'a', 'b')).toEqual({
    field: 'the title',
    before: 'a',
    after: 'b',
  })
  expect(changeInWords(nameOf, 'deleted', false, true)).toMatchObject({ before: 'In this list' })
  expect(changeInWords(nameOf, 'deleted', true, false)).toMatchObject({ after: 'In this list' })
  expect(changeInWords(nameOf, 'object', null, 'New')).toMatchObject({
    field: 'Copy',
    after: 'New',
  })
})
