import { token } from '@typecase/plugin-sdk/token'

/** The dialog with all keys, for commands; not available until its code has loaded. */
export interface CheatSheet {
  /** Opens the dialog. @param focused the focused element, whose keys are listed first */
  open(focused: Element | null): void
}
export const cheatSheet = token<CheatSheet>('help.cheat-sheet', 1)
