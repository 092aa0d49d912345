import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { folderCommands } from './commands/folder-commands.ts'
import { migrateCommands } from './commands/migrate-commands.ts'
import { namingCommands } from './commands/naming-commands.ts'
import { typeCommands, typeKeys } from './commands/type-commands.ts'

export default {
  commands: [...typeCommands, ...migrateCommands, ...namingCommands, ...folderCommands],
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
