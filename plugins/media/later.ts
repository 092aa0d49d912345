import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { replace } from './commands/replace.ts'
import { uploadCommands } from './commands/upload.ts'
import { facts } from './facts.ts'

export default { commands: [...uploadCommands, replace], facts } satisfies PluginPart
