import type { Run } from '@typecase/plugin-sdk/command'

import { openCheatSheet } from '../cheat-sheet-state.ts'

export const run: Run = async () => {
  openCheatSheet()
}
