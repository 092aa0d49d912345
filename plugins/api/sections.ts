import { bucketSettings } from '@typecase/content/slots'
import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

export const keys = section(bucketSettings, {
  id: 'api.keys',
  title: 'Keys',
  icon: 'key',
  order: 20,
  keywords: ['api', 'read key', 'preview key', 'write key', 'drafts'],
  when: has('route.bucketSlug'),
  load: () => import('./views/bucket-keys.tsx'),
})
