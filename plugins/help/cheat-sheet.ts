import { token } from '@typecase/plugin-sdk/token'

/** The dialog with all keys, for commands; none until its code has arrived. */
export interface CheatSheet {
  open(): void
}
export const cheatSheet = token<CheatSheet>('help.cheat-sheet', 1)
