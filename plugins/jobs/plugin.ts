import { homeCard } from '@typecase/content/slots'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { changeRoute, historyRoute, jobRoute } from './routes.ts'

export default definePlugin({
  id: 'jobs',
  version: '1.0.0',
  api: 1,
  title: 'Jobs and history',
  description: 'Running jobs, and a history of changes with undo.',
  icon: 'history',
  order: 70,
  routes: [historyRoute, changeRoute, jobRoute],
  later: () => import('./commands.ts'),
  offers: ['jobs.actions'],
  slots: [
    fill(homeCard, {
      id: 'jobs.activity',
      title: 'Activity',
      order: 60,
      info: { column: 'right' },
      load: () => import('./views/home-activity.tsx'),
    }),
    fill('shell.tray', {
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
      keywords: ['changes', 'who changed what', 'who did what', 'activity', 'log', 'undo', 'runs'],
      icon: 'history',
      to: historyRoute,
      group: 'content',
      order: 80,
      when: has('route.bucketSlug'),
      keys: 'g h',
    },
  ],
})
