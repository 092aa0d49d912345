import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { apiRoute } from './routes.ts'
import { keys } from './sections.ts'

export default definePlugin({
  id: 'api',
  version: '1.0.0',
  api: 1,
  title: 'API',
  description: 'The bucket’s keys, and the same commands from a terminal and over HTTP.',
  icon: 'braces',
  order: 90,
  routes: [apiRoute],
  slots: [keys.fill],
  later: () => import('./commands.ts'),
  nav: [
    {
      id: 'api.nav',
      label: 'API',
      keywords: ['rest', 'graphql', 'endpoint', 'keys', 'documentation'],
      icon: 'braces',
      to: apiRoute,
      order: 95,
      when: has('route.bucketSlug'),
    },
  ],
})
