import type { CommandModule } from '@typecase/plugin-sdk/command'
import { Here } from '@typecase/plugin-sdk/here'
import { Keymap } from '@typecase/plugin-sdk/keymap'

import { cheatSheet } from './cheat-sheet.ts'
import { keyboardRoute } from './routes.ts'

export const showKeys: CommandModule = {
  run: async (_args, { services, signal }) => {
    const sheet = await services.get(Here).offered(cheatSheet, () => true, signal)
    sheet?.open()
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
