import { homeCard } from '@typecase/content/slots'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { objectsRoute } from './routes.ts'

export default definePlugin({
  id: 'objects',
  version: '1.0.0',
  api: 1,
  title: 'Objects',
  description: 'Lists of objects, as tables and sheets.',
  icon: 'file-text',
  order: 30,
  routes: [objectsRoute],
  later: () => import('./later.ts'),
  activate: () => import('./activate.ts'),
  offers: ['list.tabs', 'list.filter', 'list.column', 'list.selection'],
  slots: [
    fill(homeCard, {
      id: 'objects.recent',
      title: 'Recent',
      order: 10,
      info: { column: 'left' },
      load: () => import('./home/recent.tsx'),
    }),
    fill(homeCard, {
      id: 'objects.drafts',
      title: 'Drafts waiting',
      order: 20,
      info: { column: 'left' },
      load: () => import('./home/drafts.tsx'),
    }),
    fill(homeCard, {
      id: 'objects.scheduled',
      title: 'Scheduled',
      order: 30,
      info: { column: 'middle' },
      load: () => import('./home/scheduled.tsx'),
    }),
    fill('editor.list', {
      id: 'objects.split-list',
      when: has('objects.isSplit'),
      load: () => import('./views/split-list.tsx'),
    }),
    fill('editor.inspector', {
      id: 'objects.used-by',
      load: () => import('./references/used-by.tsx'),
    }),
  ],
  nav: [
    {
      id: 'objects.nav',
      label: 'Objects',
      keywords: ['content', 'entries', 'posts', 'pages', 'documents', 'all content'],
      icon: 'table',
      to: objectsRoute,
      group: 'content',
      order: 10,
      when: has('route.bucketSlug'),
      keys: 'g o',
    },
  ],
})
