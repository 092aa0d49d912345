import { bucketSettings } from '@typecase/content/slots'
import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

export const sitesSection = section(bucketSettings, {
  id: 'preview.sites',
  title: 'Preview sites',
  icon: 'monitor',
  order: 18,
  keywords: ['live preview', 'website', 'frame', 'draft', 'bucket'],
  commandTitle: 'Open preview sites',
  when: has('route.bucketSlug'),
  load: () => import('./views/preview-sites.tsx'),
})
