import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { apiCommands } from './commands/api-commands.ts'

export default { commands: apiCommands } satisfies PluginPart
