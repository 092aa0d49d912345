import { definePlugin } from '@typecase/plugin-sdk/plugin'

import { webhookRoute, webhooksSection } from './routes.ts'

export default definePlugin({
  id: 'webhooks',
  version: '1.0.0',
  api: 1,
  title: 'Webhooks',
  description:
    'Calls to your services when objects or media change, with a log to search and redeliver from.',
  icon: 'webhook',
  order: 90,
  routes: [webhookRoute],
  slots: [webhooksSection.fill],
  later: () => import('./commands.ts'),
})
