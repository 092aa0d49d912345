import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { repositoriesRoute, repositoryRoute } from './routes.ts'

export default definePlugin({
  id: 'repositories',
  version: '1.0.0',
  api: 1,
  title: 'Repositories',
  description: 'The code repositories that build sites from a bucket, with their branches.',
  icon: 'git-branch',
  order: 65,
  routes: [repositoriesRoute, repositoryRoute],
  later: () => import('./commands.ts'),
  nav: [
    {
      id: 'repositories.nav',
      label: 'Repositories',
      keywords: ['git', 'code', 'branches'],
      icon: 'git-branch',
      to: repositoriesRoute,
      order: 75,
      when: has('route.bucketSlug'),
      keys: 'g b',
    },
  ],
})
