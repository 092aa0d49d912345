import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { smartViewsRoute } from './routes.ts'

export default definePlugin({
  id: 'smart-views',
  version: '1.0.0',
  api: 1,
  title: 'Smart views',
  description: 'Lists of objects saved under a name: filter, order, columns and icon.',
  icon: 'funnel',
  order: 60,
  routes: [smartViewsRoute],
  later: () => import('./commands.ts'),
  slots: [
    fill('list.tabs', {
      id: 'smart-views.tabs',
      order: 10,
      load: () => import('./views/view-tabs.tsx'),
    }),
    fill('list.filter', {
      id: 'smart-views.save',
      order: 10,
      load: () => import('./views/save-buttons.tsx'),
    }),
    fill('shell.sidebar', {
      id: 'smart-views.sidebar',
      order: 20,
      when: has('route.bucketSlug'),
      load: () => import('./views/sidebar-views.tsx'),
    }),
  ],
  nav: [
    {
      id: 'smart-views.nav',
      label: 'Smart views',
      keywords: ['saved views', 'saved filters', 'bookmarks'],
      icon: 'funnel',
      to: smartViewsRoute,
      group: 'content',
      order: 40,
      when: has('route.bucketSlug'),
      keys: 'g v',
    },
  ],
})
