import { definePlugin } from '@typecase/plugin-sdk/plugin'

import { backupsSection } from './sections.ts'

export default definePlugin({
  id: 'backups',
  version: '1.0.0',
  api: 1,
  title: 'Backups',
  description: 'Buckets are backed up daily or weekly, and restored with a plan of what changes.',
  icon: 'archive',
  order: 92,
  slots: [backupsSection.fill],
  later: () => import('./commands.ts'),
})
