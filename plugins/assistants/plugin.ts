import '@typecase/content/slots'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'

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
  slots: [
    assistantsSection.fill,
    fill('editor.top', {
      id: 'assistants.review-note',
      order: 10,
      load: () => import('./views/review-note.tsx'),
    }),
    fill('editor.field', {
      id: 'assistants.field-mark',
      load: () => import('./views/field-mark.tsx'),
    }),
  ],
  later: () => import('./commands.ts'),
})
