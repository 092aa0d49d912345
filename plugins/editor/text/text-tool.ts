import type { Editor } from '@tiptap/core'

/** One thing to do with the text at the cursor. */
export interface TextTool {
  readonly id: string
  readonly label: string
  readonly icon: string
  /** Shown on the button instead of an icon. */
  readonly sign?: string
  isActive(editor: Editor): boolean
  /** Whether it is offered at the cursor; always unless given. */
  isPossible?(editor: Editor): boolean
  run(editor: Editor): void
}

/** A form or a dialog that opens as a tool does. */
export const formTool = (icon: string, label: string, run: () => void): TextTool => ({
  id: `open-${icon}`,
  label,
  icon,
  isActive: () => false,
  run,
})
