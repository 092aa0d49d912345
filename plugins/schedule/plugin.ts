import { homeCard } from '@typecase/content/slots'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { calendarRoute, releaseRoute, releasesRoute } from './routes.ts'

export default definePlugin({
  id: 'schedule',
  version: '1.0.0',
  api: 1,
  title: 'Schedule',
  description:
    'A calendar of what will be published and unpublished, and releases: objects that go live together.',
  icon: 'calendar',
  order: 46,
  routes: [calendarRoute, releasesRoute, releaseRoute],
  later: () => import('./later.ts'),
  slots: [
    fill(homeCard, {
      id: 'schedule.home-releases',
      title: 'Releases',
      order: 35,
      info: { column: 'middle' },
      load: () => import('./views/home-releases.tsx'),
    }),
    fill('editor.state', {
      id: 'schedule.release-state',
      load: () => import('./views/object-release-state.tsx'),
    }),
    fill('editor.inspector', {
      id: 'schedule.releases-panel',
      order: 20,
      load: () => import('./views/object-releases.tsx'),
    }),
  ],
  nav: [
    {
      id: 'schedule.nav',
      label: 'Schedule',
      keywords: ['calendar', 'planned', 'upcoming', 'agenda'],
      icon: 'calendar',
      to: calendarRoute,
      group: 'planning',
      order: 45,
      when: has('route.bucketSlug'),
      keys: 'g k',
    },
    {
      id: 'schedule.releases.nav',
      label: 'Releases',
      keywords: ['campaigns', 'bundles'],
      icon: 'box',
      to: releasesRoute,
      group: 'planning',
      order: 50,
      when: has('route.bucketSlug'),
      keys: 'g r',
    },
  ],
})
