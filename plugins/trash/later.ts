import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { trashCommands } from './commands/trash-commands.ts'

export default { commands: trashCommands } satisfies PluginPart
