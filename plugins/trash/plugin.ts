import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { trashRoute } from './routes.ts'

export default definePlugin({
  id: 'trash',
  version: '1.0.0',
  api: 1,
  title: 'Trash',
  description: 'Deleted objects, for thirty days.',
  icon: 'trash-2',
  order: 80,
  routes: [trashRoute],
  later: () => import('./commands.ts'),
  nav: [
    {
      id: 'trash.nav',
      label: 'Trash',
      keywords: ['recycle bin', 'deleted', 'removed'],
      icon: 'trash-2',
      to: trashRoute,
      group: 'content',
      order: 90,
      when: has('route.bucketSlug'),
    },
  ],
})
