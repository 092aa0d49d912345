import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'

import { authorsRoute, compareRoute } from './routes.ts'
import { revisions } from './sections.ts'

export default definePlugin({
  id: 'revisions',
  version: '1.0.0',
  api: 1,
  title: 'Revisions',
  description: 'Earlier versions of objects: compare and restore.',
  icon: 'history',
  order: 40,
  routes: [compareRoute, authorsRoute],
  later: () => import('./later.ts'),
  slots: [
    revisions.fill,
    fill('editor.inspector', {
      id: 'revisions.panel',
      order: 50,
      load: () => import('./views/revisions-panel.tsx'),
    }),
  ],
})
