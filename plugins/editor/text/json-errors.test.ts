import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'

import { jsonErrors } from './json-errors.ts'

/** Returns the marked ranges of a text. */
function marked(state: EditorState): string[] {
  const errors: string[] = []
  state.field(jsonErrors).between(0, state.doc.length, (from, to) => {
    errors.push(`${from}: ${state.sliceDoc(from, to)}`)
  })
  return errors
}

test.each([
  ['{ "a": 1 }', []],
  ['', []],
  ['  ', []],
  ['{\n  "a": nil,\n  "b": 2\n}', ['9: nil,']],
  ['{"a": 1,}', ['8: }']],
  ['{"a": [1, 2]\n', ['11: ]']],
  ['{"a": "one\ntwo"}', ['6: "one']],
])('%j is marked where it stops being JSON', (doc, expected) => {
  expect(marked(EditorState.create({ doc, extensions: jsonErrors }))).toEqual(expected)
})

test('the mark disappears when the error is fixed', () => {
  const state = EditorState.create({ doc: '[1,]', extensions: jsonErrors })
  expect(marked(state)).toEqual(['3: ]'])
  expect(marked(state.update({ changes: { from: 2, to: 3 } }).state)).toEqual([])
})
