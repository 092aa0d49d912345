import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { accountCommands } from './commands.ts'
import { accountFacts } from './facts.ts'

export default { commands: accountCommands, facts: accountFacts } satisfies PluginPart
