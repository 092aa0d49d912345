import { hasSheetEdits, isEditing, onObjects } from '@typecase/content/object-facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, eq, has, not } from '@typecase/plugin-sdk/when'

import { listCommands, resetView, saveView } from './commands/list.ts'
import { viewCommands } from './commands/views.ts'
import { facts } from './facts.ts'
import { smartViewsRoute } from './routes.ts'

const notEditing = not(isEditing)
const isChanged = and(onObjects, has('smart-views.isChanged'), notEditing)
const onPage = and(eq('route.id', smartViewsRoute.id), notEditing)

export default {
  commands: [...listCommands, ...viewCommands],
  facts,
  keys: [
    // Cells that are not saved come first.
    {
      keys: '$mod+s',
      command: saveView.id,
      when: and(isChanged, not(hasSheetEdits)),
    },
    { keys: 'Alt+Backspace', command: resetView.id, when: isChanged },
    {
      keys: 'Alt+ArrowUp',
      command: 'smart-views.move-up',
      when: onPage,
      isRepeatable: true,
    },
    {
      keys: 'Alt+ArrowDown',
      command: 'smart-views.move-down',
      when: onPage,
      isRepeatable: true,
    },
  ],
  sources: [
    {
      id: 'smart-views.titles',
      title: 'Smart views',
      prefix: '#',
      order: 5,
      when: has('route.bucketSlug'),
      load: () => import('./view-source.ts'),
    },
  ],
} satisfies PluginPart
