import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'

/** States that a rich text has the focus, and whether some of it is selected: formatting keys depend on it. */
export function useProvideTextFacts(editor: Editor): void {
  const hasSelection = useEditorState({
    editor,
    selector: ({ editor: now }) => !now.state.selection.empty,
  })
  useProvideFacts({
    'objects.inRichText': true,
    ...(hasSelection && { 'objects.hasTextSelection': true }),
  })
}
