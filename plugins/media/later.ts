import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { has } from '@typecase/plugin-sdk/when'

import { browseCommands } from './commands/browse.ts'
import { bulkCommands } from './commands/bulk.ts'
import { folderCommands } from './commands/folders.ts'
import { replace } from './commands/replace.ts'
import { versionCommands } from './commands/versions.ts'
import { uploadCommands } from './commands/upload.ts'
import { facts } from './facts.ts'
import { keys, widgetKeys } from './keys.ts'

export default {
  commands: [
    ...uploadCommands,
    ...browseCommands,
    ...bulkCommands,
    ...folderCommands,
    ...versionCommands,
    replace,
  ],
  sources: [
    {
      id: 'media.names',
      title: 'Media',
      prefix: '!',
      order: 25,
      limit: 3,
      when: has('route.bucketSlug'),
      load: () => import('./media-source.ts'),
    },
  ],
  keys,
  widgetKeys,
  facts,
} satisfies PluginPart
