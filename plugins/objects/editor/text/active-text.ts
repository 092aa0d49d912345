import type { Editor } from '@tiptap/core'

/** A rich text that has, or had last, the focus: what the formatting commands work on. */
export interface ActiveText {
  readonly editor: Editor
  openLink(): void
}

let active: ActiveText | undefined

export function activeText(): ActiveText | undefined {
  return active && !active.editor.isDestroyed ? active : undefined
}

export function setActiveText(text: ActiveText): void {
  active = text
}

export function forgetActiveText(editor: Editor): void {
  if (active?.editor === editor) active = undefined
}
