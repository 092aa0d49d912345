import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { objectTypeRoute, objectTypesRoute } from './routes.ts'

export default definePlugin({
  id: 'object-types',
  version: '1.0.0',
  api: 1,
  title: 'Object types',
  description: 'The fields and options of one kind of object.',
  icon: 'shapes',
  order: 30,
  routes: [objectTypesRoute, objectTypeRoute],
  later: () => import('./later.ts'),
  offers: ['object-types.form-preview'],
  slots: [
    fill('shell.sidebar', {
      id: 'object-types.sidebar',
      order: 10,
      when: has('route.bucketSlug'),
      load: () => import('./views/sidebar-tree.tsx'),
    }),
  ],
  nav: [
    {
      id: 'object-types.nav',
      label: 'Object types',
      keywords: ['content model', 'schema', 'collections'],
      icon: 'shapes',
      to: objectTypesRoute,
      order: 30,
      when: has('route.bucketSlug'),
      keys: 'g t',
    },
  ],
})
