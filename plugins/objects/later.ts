import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { bulkCommands } from './commands/bulk-commands.ts'
import { editCommands } from './commands/edit-commands.ts'
import { exportCommands } from './commands/export-commands.ts'
import { goCommands } from './commands/go-commands.ts'
import { listCommands } from './commands/list-commands.ts'
import { scheduleCommands } from './commands/schedule-commands.ts'
import { selectionCommands } from './commands/selection-commands.ts'
import { editorCommands, editorFacts, editorKeys } from './editor/contributions.ts'
import { listKeys } from './keys.ts'
import { referenceCommands } from './references/reference-commands.ts'
import { listFacts } from './list/facts.ts'

export default {
  commands: [
    ...goCommands,
    ...listCommands,
    ...selectionCommands,
    ...bulkCommands,
    ...editCommands,
    ...scheduleCommands,
    ...exportCommands,
    ...editorCommands,
    ...referenceCommands,
  ],
  sources: [
    {
      id: 'objects.titles',
      title: 'Objects',
      prefix: '/',
      order: 10,
      when: has('route.bucketSlug'),
      load: () => import('./title-index/title-source.ts'),
    },
    {
      id: 'objects.more',
      title: 'By other fields and in other buckets',
      prefix: '/',
      order: 20,
      load: () => import('./title-index/more-source.ts'),
    },
    {
      id: 'objects.nothing',
      title: 'Nothing found',
      prefix: '/',
      order: 30,
      isLastResort: true,
      when: has('route.bucketSlug'),
      load: () => import('./title-index/nothing-source.ts'),
    },
  ],
  keys: [...listKeys, ...editorKeys],
  facts: [...listFacts, ...editorFacts],
} satisfies PluginPart
