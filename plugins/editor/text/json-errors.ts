import { jsonErrorAt } from '@typecase/contract/field-values/json-position'
import { type EditorState, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

const mark = Decoration.mark({ class: 'cm-error' })

/** Marks the position at which the text stops being JSON. */
export const jsonErrors = StateField.define<DecorationSet>({
  create: ({ doc }: EditorState) => marksOf(doc),
  update: (marks, { docChanged, newDoc }) => (docChanged ? marksOf(newDoc) : marks),
  provide: (field) => EditorView.decorations.from(field),
})

function marksOf(doc: Text): DecorationSet {
  const text = doc.toString()
  // An empty text is no error.
  const position = text.trim() === '' ? undefined : jsonErrorAt(text)
  if (!position) return Decoration.none
  const from = doc.line(position.line).from + position.column - 1
  // Marks the rest of the word or, if something is missing at the end, the last character.
  const length = /^\S+/.exec(text.slice(from))?.[0].length
  const end = text.trimEnd().length
  return Decoration.set(length ? mark.range(from, from + length) : mark.range(end - 1, end))
}
