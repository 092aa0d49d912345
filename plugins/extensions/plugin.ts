import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { and, has, not } from '@typecase/plugin-sdk/when'

import { extensionRoute, extensionsRoute, marketplaceRoute } from './routes.ts'

export default definePlugin({
  id: 'extensions',
  version: '1.0.0',
  api: 1,
  title: 'Extensions',
  description: 'Extensions by others, each in its own sandboxed frame.',
  icon: 'puzzle',
  order: 80,
  routes: [marketplaceRoute, extensionsRoute, extensionRoute],
  later: () => import('./later.ts'),
  activate: () => import('./activate.ts'),
  nav: [
    {
      id: 'extensions.nav',
      label: 'Extensions',
      keywords: ['plugins', 'apps'],
      icon: 'puzzle',
      to: extensionsRoute,
      order: 80,
      when: has('route.bucketSlug'),
      keys: 'g x',
    },
    {
      id: 'extensions.marketplace-nav',
      label: 'Marketplace',
      keywords: ['extensions', 'plugins', 'apps'],
      icon: 'store',
      to: marketplaceRoute,
      order: 80,
      when: and(has('session.isLoggedIn'), not(has('route.bucketSlug'))),
    },
  ],
})
