import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { withChanges } from './line-breaks.ts'

const breaks = /\r\n?|\n/g
const edited = (text: string, from: number, to: number, insert: string) => {
  const state = EditorState.create({ doc: text })
  const { changes, newDoc } = state.update({ changes: { from, to, insert } })
  return { text: withChanges(text, changes), doc: newDoc.toString() }
}

test.each([
  ['letters', 'a\r\nb\r\n', 1, 1, 'x', 'ax\r\nb\r\n'],
  ['a line', 'a\r\nb\r\n', 2, 2, 'x\ny', 'a\r\nx\r\nyb\r\n'],
  ['a pasted line break of another kind', 'a\nb', 1, 1, '\r\n', 'a\n\nb'],
  ['nothing for a break', 'a\r\nb\nc', 1, 2, '', 'ab\nc'],
  ['a line of a text with both kinds', 'a\r\nb\nc\r\nd', 4, 5, 'x', 'a\r\nb\nx\r\nd'],
  ['a line of a text with carriage returns alone', 'a\rb\r\nc', 4, 5, 'x', 'a\rb\r\nx'],
  ['a new line among carriage returns alone', 'a\rb\r', 3, 3, '\n', 'a\rb\r\r'],
  ['nothing between two breaks that would become one', 'a\r\rb\nc', 3, 4, '', 'a\n\n\nc'],
  ['all', 'a\r\nb', 0, 3, 'x\ny', 'x\r\ny'],
])('an edit writes the line breaks of the text: %s', (_what, text, from, to, insert, expected) => {
  expect(edited(text, from, to, insert).text).toBe(expected)
})

test('an edit keeps the line breaks around it, and the text equals that of the editor', () => {
  const line = fc.string({ unit: fc.constantFrom('a', '\r\n', '\n', '\r', '😀'), maxLength: 9 })
  fc.assert(
    fc.property(line, line, fc.nat(9), fc.nat(9), (text, insert, one, other) => {
      const { length } = text.replaceAll(breaks, '\n')
      const [from = 0, to = 0] = [one % (length + 1), other % (length + 1)].toSorted(
        (a, b) => a - b,
      )
      const created = edited(text, from, to, insert)
      expect(created.text.replaceAll(breaks, '\n')).toBe(created.doc)
      const units = text.match(/\r\n|[^]/g) ?? []
      const [head, tail] = [units.slice(0, from).join(''), units.slice(to).join('')]
      // These two characters would merge into one break.
      if (head.endsWith('\r') && /^[\r\n]/.test(insert + tail)) return
      const breaksOf = (part: string) => [...part.matchAll(breaks)].map(([sign]) => sign)
      const all = breaksOf(created.text)
      expect(all.slice(0, breaksOf(head).length)).toEqual(breaksOf(head))
      expect(all.slice(all.length - breaksOf(tail).length)).toEqual(breaksOf(tail))
    }),
    { numRuns: 2000 },
  )
})
