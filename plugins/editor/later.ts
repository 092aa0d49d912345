import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { autosaveCommands } from './commands/autosave.ts'
import { goCommands } from './commands/go.ts'
import { reviewCommands } from './commands/review.ts'
import { rowCommands } from './commands/rows.ts'
import { saveCommands } from './commands/save.ts'
import { textCommands } from './commands/text.ts'
import { facts } from './facts.ts'
import { keys, widgetKeys } from './keys.ts'
import { autosaveSection } from './sections.ts'

export default {
  commands: [
    ...saveCommands,
    ...autosaveCommands,
    autosaveSection.open,
    ...goCommands,
    ...reviewCommands,
    ...textCommands,
    ...rowCommands,
  ],
  keys,
  widgetKeys,
  facts,
} satisfies PluginPart
