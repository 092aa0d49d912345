import { token } from '@typecase/plugin-sdk/token'

import type { EditorSession } from './editor-session.ts'

/** The object in the editor on screen, for commands. */
export const editorPage = token<EditorSession>('editor.page', 1)

/** A rich text that has the focus, or had it last. */
export interface RichText {
  /** @param tool the id of one of its tools */
  format(tool: string): void
  openLink(): void
  editPicture?(): void
  openLinkedObject?(): void
  focusTools(): void
}
export const richText = token<RichText>('editor.rich-text', 1)

/** A text that is edited as it will look or as source, and has the focus, or had it last. */
export interface SwitchableText {
  /** From one to the other; the focus stays in the text. */
  switchView(): void
}
export const switchableText = token<SwitchableText>('editor.switchable-text', 1)

/** A text that takes pictures and has the focus, or had it last. */
export interface PictureText {
  insertPicture(): void
}
export const pictureText = token<PictureText>('editor.picture-text', 1)

/** The row of a repeater that the focus is in, or was in before the palette was opened. */
export interface RepeaterRow {
  /** The focus goes to the copy. */
  duplicate(): void
  remove(): void
  /** By one place, up or down. */
  move(by: -1 | 1): void
}
export const repeaterRow = token<RepeaterRow>('editor.repeater-row', 1)
