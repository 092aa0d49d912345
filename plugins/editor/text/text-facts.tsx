import type { Editor } from '@tiptap/core'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { FactStore } from '@typecase/plugin-sdk/services'
import { useEffect, useEffectEvent, useRef } from 'react'

import { selectedPicture } from './edit-picture.ts'
import { linkedAt } from './object-link.ts'

/**
 * States that a formatted text has the focus, and whether some of it is selected: its keys depend on both. Facts set by
 * a render would come too late for the next key, and React schedules updates from events in a shadow tree separately.
 * @returns a function that takes whether some of the focused text is selected, or undefined when the focus leaves
 */
export function useFocusFacts(): (hasSelection: boolean | undefined) => void {
  const facts = useService(FactStore)
  const hasFocus = useRef(false)

  function state(hasSelection: boolean | undefined): void {
    hasFocus.current = hasSelection !== undefined
    facts.set({
      'editor.inRichText': hasFocus.current || undefined,
      'editor.hasTextSelection': hasSelection || undefined,
    })
  }
  const end = useEffectEvent(() => {
    if (hasFocus.current) state(undefined)
  })
  // A text that is removed gets no event when it loses the focus.
  useEffect(() => () => end(), [])
  return state
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
