import type { CommandModule } from '@typecase/plugin-sdk/command'
import { Keymap } from '@typecase/plugin-sdk/keymap'

import { openCheatSheet } from './cheat-sheet-state.ts'
import { keyboardRoute } from './routes.ts'

export const showKeys: CommandModule = {
  run: async () => {
    openCheatSheet()
  },
}

export const editKeys: CommandModule = {
  run: (_args, { go }) => go(keyboardRoute),
}

export const toggleSingleKeys: CommandModule = {
  run: async (_args, { services }) => {
    const keymap = services.get(Keymap)
    keymap.setSingleKeys(!keymap.hasSingleKeys())
    return {
      message: `Single-letter shortcuts are ${keymap.hasSingleKeys() ? 'on' : 'off'}`,
      undo: { command: 'help.toggle-single-keys' },
    }
  },
}
