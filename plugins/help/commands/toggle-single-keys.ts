import type { Run } from '@typecase/plugin-sdk/command'
import { Keymap } from '@typecase/plugin-sdk/keymap'

export const run: Run = async (_args, { services }) => {
  const keymap = services.get(Keymap)
  keymap.setSingleKeys(!keymap.hasSingleKeys())
  return {
    message: `Single-letter shortcuts are ${keymap.hasSingleKeys() ? 'on' : 'off'}`,
    undo: { command: 'help.toggle-single-keys' },
  }
}
