import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { revisionCommands } from './commands/revisions.ts'
import { facts } from './facts.ts'
import { keys } from './keys.ts'

export default { commands: revisionCommands, facts, keys } satisfies PluginPart
