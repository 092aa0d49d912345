import { jobActions } from '@typecase/content/slots'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { importRoute } from './routes.ts'

export default definePlugin({
  id: 'import-export',
  version: '1.0.0',
  api: 1,
  title: 'Import and export',
  description: 'Content from files of many kinds, and buckets as a zip.',
  icon: 'upload',
  order: 75,
  routes: [importRoute],
  later: () => import('./commands.ts'),
  slots: [
    fill(jobActions, {
      id: 'import-export.job-report',
      when: has('route.bucketSlug'),
      load: () => import('./views/job-report-link.tsx'),
    }),
  ],
  nav: [
    {
      id: 'import-export.nav',
      label: 'Import',
      keywords: ['export', 'migrate'],
      icon: 'upload',
      to: importRoute,
      group: 'content',
      order: 85,
      when: has('route.bucketSlug'),
      keys: 'g i',
    },
  ],
})
