import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { commands } from './commands.ts'

export default {
  commands,
  facts: [
    {
      key: 'perspectives.isOther',
      title: 'the pages show something other than drafts',
      missing: 'The pages show drafts already.',
    },
  ],
} satisfies PluginPart
