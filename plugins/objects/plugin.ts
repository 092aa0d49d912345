import type { ObjectType } from '@typecase/contract/object-types'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill, slot } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { objectRoute, objectsRoute } from './routes.ts'
import { FilterActions, ListTabs, ObjectInspector, SelectionActions } from './slots.ts'

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
  offers: [ObjectInspector, ListTabs, FilterActions, SelectionActions],
  slots: [
    fill(slot<{ bucketSlug: string; objectType: ObjectType }>('object-types.form-preview', 1), {
      id: 'objects.form-preview',
      load: () => import('./editor/views/form-preview.tsx'),
    }),
  ],
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
