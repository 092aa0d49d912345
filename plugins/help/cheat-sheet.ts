import { token } from '@typecase/plugin-sdk/token'

/** The dialog with all keys, for commands; none until its code has arrived. */
export interface CheatSheet {
  /** @param focused what has the focus, whose keys come first */
  open(focused: Element | null): void
}
export const cheatSheet = token<CheatSheet>('help.cheat-sheet', 1)
