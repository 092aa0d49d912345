import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { deleteCommands } from './commands/delete.ts'
import { editCommands } from './commands/edit.ts'
import { exportCommands } from './commands/export.ts'
import { columnCommands } from './commands/columns.ts'
import { listCommands } from './commands/list.ts'
import { openCommands } from './commands/open.ts'
import { peekCommands } from './commands/peek.ts'
import { publishCommands } from './commands/publish.ts'
import { referenceCommands } from './commands/references.ts'
import { selectionCommands } from './commands/selection.ts'
import { sheetCommands } from './commands/sheet.ts'
import { toggleSplit } from './commands/split.ts'
import { writeCommands } from './commands/write.ts'
import { facts } from './facts.ts'
import { keys, widgetKeys } from './keys.ts'

export default {
  commands: [
    ...openCommands,
    ...referenceCommands,
    ...peekCommands,
    toggleSplit,
    ...listCommands,
    ...columnCommands,
    ...selectionCommands,
    ...publishCommands,
    ...writeCommands,
    ...deleteCommands,
    ...editCommands,
    ...exportCommands,
    ...sheetCommands,
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
      title: 'More objects',
      prefix: '/',
      order: 20,
      load: () => import('./title-index/more-source.ts'),
    },
    {
      id: 'objects.nothing',
      title: 'No title found',
      prefix: '/',
      order: 30,
      isLastResort: true,
      when: has('route.bucketSlug'),
      load: () => import('./title-index/nothing-source.ts'),
    },
  ],
  keys,
  widgetKeys,
  facts,
} satisfies PluginPart
