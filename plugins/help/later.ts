import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { keymapCommands } from './commands/keymap.ts'

export default { commands: keymapCommands } satisfies PluginPart
