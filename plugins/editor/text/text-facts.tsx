import type { Editor } from '@tiptap/core'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { FactStore } from '@typecase/plugin-sdk/services'

import { selectedPicture } from './edit-picture.ts'
import { linkedAt } from './object-link.ts'

/** States that a formatted text has the focus, which its keys depend on. */
export function TextFact() {
  useProvideFacts({ 'editor.inRichText': true })
  return null
}

/**
 * States whether some of the focused text is selected. A fact set by a render would come too late for the next key, and
 * React schedules updates from events in a shadow tree separately.
 */
export function useSelectionFact(): (hasSelection: boolean) => void {
  const facts = useService(FactStore)
  return (hasSelection) => facts.set({ 'editor.hasTextSelection': hasSelection || undefined })
}

/**
 * States that commands can format the text that had the focus last. The palette takes the focus while the user chooses.
 */
export function RichTextFact() {
  useProvideFacts({ 'editor.hasRichText': true })
  return null
}

/** States what the caret is at, or was at last, because the palette takes the focus while the user chooses. */
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
