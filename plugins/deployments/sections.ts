import { bucketSettings } from '@typecase/content/slots'
import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

export const vercelSection = section(bucketSettings, {
  id: 'deployments.deployments',
  title: 'Deployments',
  icon: 'rocket',
  order: 60,
  keywords: ['vercel', 'hosting', 'token', 'site', 'projects'],
  when: has('route.bucketSlug'),
  load: () => import('./views/vercel-section.tsx'),
})
