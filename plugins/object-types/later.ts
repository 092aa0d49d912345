import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { folderCommands } from './commands/folder-commands.ts'
import { typeCommands, typeKeys } from './commands/type-commands.ts'

export default {
  commands: [...typeCommands, ...folderCommands],
  keys: typeKeys,
  sources: [
    {
      id: 'object-types.types',
      title: 'Object types',
      prefix: '#',
      minChars: 1,
      order: 30,
      when: has('route.bucketSlug'),
      load: () => import('./type-source.ts'),
    },
  ],
} satisfies PluginPart
