import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { calendarRoute } from './routes.ts'

export default definePlugin({
  id: 'schedule',
  version: '1.0.0',
  api: 1,
  title: 'Schedule',
  description: 'What is to be published and unpublished, on a calendar.',
  icon: 'calendar',
  order: 46,
  routes: [calendarRoute],
  later: () => import('./later.ts'),
  nav: [
    {
      id: 'schedule.nav',
      label: 'Schedule',
      icon: 'calendar',
      to: calendarRoute,
      order: 45,
      when: has('route.bucketSlug'),
      keys: 'g k',
    },
  ],
})
