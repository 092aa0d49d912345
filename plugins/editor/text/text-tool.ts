import type { Editor } from '@tiptap/core'

/** An action on the text at the caret. */
export interface TextTool {
  readonly id: string
  readonly label: string
  readonly icon: string
  /** Shown on the button instead of an icon. */
  readonly sign?: string
  isActive(editor: Editor): boolean
  /** Whether the tool is offered at the caret. Without this function, it always is. */
  isPossible?(editor: Editor): boolean
  run(editor: Editor): void
}

/** Builds a tool that opens a form or a dialog. */
export const formTool = (icon: string, label: string, run: () => void): TextTool => ({
  id: `open-${icon}`,
  label,
  icon,
  isActive: () => false,
  run,
})
