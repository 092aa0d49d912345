import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { deploymentsRoute, vercelSection } from './routes.ts'

export default definePlugin({
  id: 'deployments',
  version: '1.0.0',
  api: 1,
  title: 'Deployments',
  description: 'What Vercel built from the content of a bucket, with the build logs.',
  icon: 'rocket',
  order: 88,
  routes: [deploymentsRoute],
  slots: [vercelSection.fill],
  later: () => import('./commands.ts'),
  nav: [
    {
      id: 'deployments.nav',
      label: 'Deployments',
      keywords: ['deploys', 'vercel', 'builds', 'site', 'hosting'],
      icon: 'rocket',
      to: deploymentsRoute,
      order: 76,
      when: has('route.bucketSlug'),
      keys: 'g y',
    },
  ],
})
