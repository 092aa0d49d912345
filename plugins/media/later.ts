import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { replace } from './commands/media-commands.ts'

export default { commands: [replace] } satisfies PluginPart
