import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill, slot } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { changeRoute, historyRoute, jobRoute } from './routes.ts'
import { JobActions } from './slots.ts'

export default definePlugin({
  id: 'jobs',
  version: '1.0.0',
  api: 1,
  title: 'Jobs and history',
  description: 'What is running, what was changed, and taking it back.',
  icon: 'history',
  order: 70,
  routes: [historyRoute, changeRoute, jobRoute],
  later: () => import('./commands.ts'),
  offers: [JobActions],
  slots: [
    fill(slot<object>('shell.tray', 1), {
      id: 'jobs.tray',
      order: 10,
      when: has('session.isLoggedIn'),
      load: () => import('./views/job-tray.tsx'),
    }),
  ],
  nav: [
    {
      id: 'jobs.nav',
      label: 'History',
      icon: 'history',
      to: historyRoute,
      order: 80,
      when: has('route.bucketSlug'),
      keys: 'g h',
    },
  ],
})
