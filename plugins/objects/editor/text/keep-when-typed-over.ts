import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'

/**
 * Typing while such a node is selected writes behind it instead of replacing it: a click selects it, and what
 * it stands for could not be typed again. Delete and Backspace still take it away.
 */
export function keepWhenTypedOver(nodeName: string): Plugin {
  return new Plugin({
    props: {
      handleTextInput({ state, dispatch }, _from, _to, text) {
        const { selection, schema } = state
        if (!(selection instanceof NodeSelection) || selection.node.type.name !== nodeName) {
          return false
        }
        const after = selection.to
        const { tr } = state
        const paragraph = schema.nodes['paragraph']?.create(null, schema.text(text))
        if (selection.node.isInline || !paragraph) tr.insertText(text, after)
        else tr.insert(after, paragraph)
        // Behind the text: within the new paragraph, that is one further.
        const end = after + text.length + (selection.node.isInline ? 0 : 1)
        dispatch(tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView())
        return true
      },
    },
  })
}
