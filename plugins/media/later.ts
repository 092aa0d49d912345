import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { browseCommands } from './commands/browse.ts'
import { bulkCommands } from './commands/bulk.ts'
import { folderCommands } from './commands/folders.ts'
import { replace } from './commands/replace.ts'
import { uploadCommands } from './commands/upload.ts'
import { facts } from './facts.ts'
import { keys } from './keys.ts'

export default {
  commands: [...uploadCommands, ...browseCommands, ...bulkCommands, ...folderCommands, replace],
  keys,
  facts,
} satisfies PluginPart
