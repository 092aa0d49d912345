import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'

import { diffParts } from './diff-parts.ts'

test('a diff marks whole words', () => {
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

test('a match marks its own range, unless the texts are truncated differently', () => {
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

test('for any texts, a diff contains both', () => {
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
