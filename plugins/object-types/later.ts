import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { fieldCommands } from './commands/fields.ts'
import { folderCommands } from './commands/folders.ts'
import { migrateCommands } from './commands/migrations.ts'
import { namingCommands } from './commands/naming.ts'
import { typeCommands, typeKeys } from './commands/types.ts'

export default {
  commands: [
    ...typeCommands,
    ...fieldCommands,
    ...migrateCommands,
    ...namingCommands,
    ...folderCommands,
  ],
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
