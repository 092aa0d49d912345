import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { macroCommands, macroKeys } from './commands/macros.ts'
import { recordingCommands } from './commands/recording.ts'

export default {
  commands: [...recordingCommands, ...macroCommands],
  keys: macroKeys,
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
