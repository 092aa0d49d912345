import { definePlugin } from '@typecase/plugin-sdk/plugin'

import { assistantsSection, consentRoute } from './routes.ts'

export default definePlugin({
  id: 'assistants',
  version: '1.0.0',
  api: 1,
  title: 'Assistants',
  description:
    'Assistants that act for people: the page that permits them, and who has connected one.',
  icon: 'sparkles',
  order: 92,
  routes: [consentRoute],
  slots: [assistantsSection.fill],
  later: () => import('./commands.ts'),
})
