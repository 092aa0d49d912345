import { bucketSettings } from '@typecase/content/slots'
import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

export const backupsSection = section(bucketSettings, {
  id: 'backups.backups',
  title: 'Backups',
  icon: 'archive',
  order: 57,
  keywords: ['backup', 'snapshots', 'history', 'retention'],
  commandTitle: 'Open backups',
  when: has('route.bucketSlug'),
  load: () => import('./views/backups-section.tsx'),
})
