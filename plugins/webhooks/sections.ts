import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

export const webhooksSection = section('settings.section', {
  id: 'webhooks.webhooks',
  title: 'Webhooks',
  icon: 'webhook',
  order: 55,
  keywords: ['hooks', 'endpoints', 'events', 'http', 'deliveries', 'signing secret'],
  commandTitle: 'Open webhooks',
  when: has('route.bucketSlug'),
  load: () => import('./views/webhooks-section.tsx'),
})
