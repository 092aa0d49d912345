import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'

import { diffParts } from './diff-parts.ts'

test('a change strikes out whole words', () => {
  const before = 'Graphite and watercolour on paper'
  const after = 'Graphite and watercolor on paper'
  expect(diffParts({ before, after })).toEqual([
    { kind: 'same', text: 'Graphite and ' },
    { kind: 'remove', text: 'watercolour' },
    { kind: 'add', text: 'watercolor' },
    { kind: 'same', text: ' on paper' },
  ])
  expect(diffParts({ before: '', after: 'new' })).toEqual([{ kind: 'add', text: 'new' }])
})

test('a match marks what it says itself, unless the texts are cut at different places', () => {
  const match = { before: 'In watercolours', after: 'In watercolors', start: 3, end: 14 }
  expect(diffParts(match)).toEqual([
    { kind: 'same', text: 'In ' },
    { kind: 'remove', text: 'watercolour' },
    { kind: 'add', text: 'watercolor' },
    { kind: 'same', text: 's' },
  ])
  expect(diffParts({ ...match, after: 'In watercolors …' })).toContainEqual({
    kind: 'remove',
    text: 'watercolours',
  })
})

test('a diff contains both texts, for any texts', () => {
  assert(
    property(string(), string(), (before, after) => {
      const parts = diffParts({ before, after })
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map(({ text }) => text)
          .join('')
      expect(without('add')).toBe(before)
      expect(without('remove')).toBe(after)
    }),
  )
})
