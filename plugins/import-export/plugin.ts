import { defineCommand } from '@typecase/plugin-sdk/command'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { and, can, has } from '@typecase/plugin-sdk/when'

import { exportCommands } from './commands/export.ts'
import { importRoute } from './routes.ts'

const openImport = defineCommand({
  id: 'import-export.open',
  title: 'Import content…',
  keywords: ['csv', 'ndjson', 'json', 'zip', 'upload', 'bucket.json', 'migrate', 'restore'],
  icon: 'upload',
  first: 3,
  when: and(has('route.bucketSlug'), can('import:write')),
  effect: 'nav',
  load: async () => ({ run: (_args, { go }) => go(importRoute) }),
})

export default definePlugin({
  id: 'import-export',
  version: '1.0.0',
  api: 1,
  title: 'Import and export',
  description: 'Content from files of many kinds, and buckets as a zip.',
  icon: 'upload',
  order: 75,
  routes: [importRoute],
  commands: [openImport, ...exportCommands],
  slots: [
    fill('jobs.actions', {
      id: 'import-export.job-report',
      when: has('route.bucketSlug'),
      load: () => import('./views/job-report-link.tsx'),
    }),
  ],
  nav: [
    {
      id: 'import-export.nav',
      label: 'Import',
      icon: 'upload',
      to: importRoute,
      order: 85,
      when: has('route.bucketSlug'),
      keys: 'g i',
    },
  ],
})
