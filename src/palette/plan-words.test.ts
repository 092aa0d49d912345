import type { Plan } from '@typecase/plugin-sdk/plan'
import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'

import { diffOf, durationInWords, remaining, reversibleInWords } from './plan-words.ts'

test.each([
  [undefined, undefined],
  [200, 'less than a second'],
  [3_400, 'about 3 s'],
  [59_400, 'about 59 s'],
  [60_000, 'about a minute'],
  [600_000, 'about 10 minutes'],
])('%s ms last %s', (ms, words) => {
  expect(durationInWords(ms)).toBe(words)
})

test('whether it can be undone is said in words', () => {
  expect(reversibleInWords({ isReversible: true })).toBe('Can be undone')
  expect(reversibleInWords({ isReversible: false })).toBe('Cannot be undone')
})

test('an object stays in the plan until all of its matches are left out', () => {
  const match = (id: string) => ({ id, before: 'a', after: 'b' })
  const plan: Plan = {
    title: '',
    counts: [],
    skipped: [],
    total: 100,
    isReversible: true,
    changes: [
      { id: 'o1', label: 'One', matches: [match('m1'), match('m2')] },
      { id: 'o1', label: 'One', field: 'title', matches: [match('m3')] },
      { id: 'o2', label: 'Two', matches: [match('m4')] },
      { id: 'o2', label: 'Two', field: 'status', before: 'draft', after: 'published' },
    ],
  }
  expect(remaining(plan, [])).toBe(100)
  expect(remaining(plan, ['m1', 'm2'])).toBe(100)
  expect(remaining(plan, ['m1', 'm2', 'm3'])).toBe(99)
  // The second one changes for another reason as well.
  expect(remaining(plan, ['m1', 'm2', 'm3', 'm4'])).toBe(99)
})

test('a change strikes out whole words', () => {
  const before = 'Graphite and watercolour on paper'
  const after = 'Graphite and watercolor on paper'
  expect(diffOf({ before, after })).toEqual([
    { kind: 'same', text: 'Graphite and ' },
    { kind: 'remove', text: 'watercolour' },
    { kind: 'add', text: 'watercolor' },
    { kind: 'same', text: ' on paper' },
  ])
  expect(diffOf({ after: 'new' })).toEqual([{ kind: 'add', text: 'new' }])
})

test('a match marks what it says itself, unless the texts are cut at different places', () => {
  const match = { id: 'm', before: 'In watercolours', after: 'In watercolors', start: 3, end: 14 }
  expect(diffOf(match)).toEqual([
    { kind: 'same', text: 'In ' },
    { kind: 'remove', text: 'watercolour' },
    { kind: 'add', text: 'watercolor' },
    { kind: 'same', text: 's' },
  ])
  expect(diffOf({ ...match, after: 'In watercolors …' })).toContainEqual({
    kind: 'remove',
    text: 'watercolours',
  })
})

test('a diff holds both texts, whatever they are', () => {
  assert(
    property(string(), string(), (before, after) => {
      const parts = diffOf({ before, after })
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
