import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { bulkCommands } from './commands/bulk-commands.ts'
import { goCommands } from './commands/go-commands.ts'
import { listCommands } from './commands/list-commands.ts'
import { scheduleCommands } from './commands/schedule-commands.ts'
import { selectionCommands } from './commands/selection-commands.ts'
import { editorCommands, editorFacts, editorKeys, editorRoutes } from './editor/contributions.ts'
import { listKeys } from './keys.ts'
import { listFacts } from './list/facts.ts'
import { objectsRoute } from './routes.ts'

export default definePlugin({
  id: 'objects',
  version: '1.0.0',
  api: 1,
  title: 'Objects',
  description: 'Lists of objects, and the editor of one.',
  icon: 'file-text',
  order: 30,
  routes: [objectsRoute, ...editorRoutes],
  commands: [
    ...goCommands,
    ...listCommands,
    ...selectionCommands,
    ...bulkCommands,
    ...scheduleCommands,
    ...editorCommands,
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
  ],
  keys: [...listKeys, ...editorKeys],
  facts: [...listFacts, ...editorFacts],
  nav: [
    {
      id: 'objects.nav',
      label: 'Objects',
      icon: 'table',
      to: objectsRoute,
      order: 10,
      when: has('route.bucketSlug'),
      keys: 'g o',
    },
  ],
})
