import type { Editor } from '@tiptap/core'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { FactStore } from '@typecase/plugin-sdk/services'

import { selectedPicture } from './edit-picture.ts'
import { linkedAt } from './object-link.ts'

/** States that a formatted text has the focus: its keys depend on it. */
export function TextFact() {
  useProvideFacts({ 'editor.inRichText': true })
  return null
}

/**
 * States whether a part of the text with the focus is selected. A render later would be too late for the next key, and
 * React schedules the updates of a shadow tree's events by themselves.
 */
export function useSelectionFact(): (hasSelection: boolean) => void {
  const facts = useService(FactStore)
  return (hasSelection) => facts.set({ 'editor.hasTextSelection': hasSelection || undefined })
}

/** Commands format the text that had the focus last: the palette has it while one is chosen. */
export function RichTextFact() {
  useProvideFacts({ 'editor.hasRichText': true })
  return null
}

/** States what the caret is at, or was at last: the palette has the focus while a command is chosen. */
export function useCaretFacts(): (editor: Editor | undefined) => void {
  const facts = useService(FactStore)
  return (editor) => {
    const state = editor?.state
    const isInLink = state && linkedAt(state.doc, state.selection.from) !== undefined
    facts.set({
      'editor.hasPicture': (state && selectedPicture(state) !== undefined) || undefined,
      'editor.hasObjectLink': isInLink || undefined,
    })
  }
}
