import { formPreview, homeCard } from '@typecase/content/slots'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { builtInKinds } from './field-kinds.ts'
import { objectRoute, objectsRoute } from './routes.ts'

export default definePlugin({
  id: 'objects',
  version: '1.0.0',
  api: 1,
  title: 'Objects',
  description: 'Lists of objects, and the editor of one.',
  icon: 'file-text',
  order: 30,
  routes: [objectsRoute, objectRoute],
  later: () => import('./later.ts'),
  activate: () => import('./activate.ts'),
  offers: [
    'editor.inspector',
    'editor.state',
    'editor.field',
    'editor.top',
    'editor.beside',
    'list.tabs',
    'list.filter',
    'list.column',
    'list.selection',
    'field.kind',
  ],
  slots: [
    ...builtInKinds,
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
    fill(formPreview, {
      id: 'objects.form-preview',
      load: () => import('./editor/views/form-preview.tsx'),
    }),
  ],
  nav: [
    {
      id: 'objects.nav',
      label: 'Objects',
      keywords: ['content', 'entries', 'posts', 'pages', 'documents', 'all content'],
      icon: 'table',
      to: objectsRoute,
      order: 10,
      when: has('route.bucketSlug'),
      keys: 'g o',
    },
  ],
})
