import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { eq, has } from '@typecase/plugin-sdk/when'

import { macroCommands, macroKeys } from './commands/macros.ts'
import { record, recordingCommands } from './commands/recording.ts'

export default {
  commands: [...recordingCommands, ...macroCommands],
  keys: [{ keys: 'n', command: record.id, when: eq('list.creates', record.id) }, ...macroKeys],
  sources: [
    {
      id: 'macros.titles',
      title: 'Macros',
      order: 5,
      when: has('route.bucketSlug'),
      load: () => import('./macro-source.ts'),
    },
  ],
} satisfies PluginPart
