import { bucketSettings } from '@typecase/content/slots'
import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

export const revisions = section(bucketSettings, {
  id: 'revisions.revisions',
  title: 'Revisions',
  icon: 'history',
  order: 18,
  keywords: ['thin', 'history', 'versions', 'keep', 'old', 'storage'],
  when: has('route.bucketSlug'),
  load: () => import('./views/revisions-section.tsx'),
})
