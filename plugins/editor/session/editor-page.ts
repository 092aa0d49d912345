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

/** A text that can be edited formatted or as source, and that has the focus or had it last. */
export interface SwitchableText {
  /** Switches between the two; the focus stays in the text. */
  switchView(): void
}
export const switchableText = token<SwitchableText>('editor.switchable-text', 1)

/** A text that takes pictures and has the focus, or had it last. */
export interface PictureText {
  insertPicture(): void
}
export const pictureText = token<PictureText>('editor.picture-text', 1)

/** The repeater row that has the focus, or had it before the palette opened. */
export interface RepeaterRow {
  /** Duplicates the row, and focuses the copy. */
  duplicate(): void
  remove(): void
  /** Moves the row up or down by one position. */
  move(by: -1 | 1): void
}
export const repeaterRow = token<RepeaterRow>('editor.repeater-row', 1)
