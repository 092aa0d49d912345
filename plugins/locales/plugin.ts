import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'

import { coverageRoute } from './routes.ts'
import { locales } from './sections.ts'

export default definePlugin({
  id: 'locales',
  version: '1.0.0',
  api: 1,
  title: 'Locales',
  description:
    'Objects in several languages: what is missing, what is stale, and how far they are.',
  icon: 'languages',
  order: 42,
  routes: [coverageRoute],
  later: () => import('./later.ts'),
  slots: [
    locales.fill,
    fill('editor.inspector', {
      id: 'locales.panel',
      order: 30,
      load: () => import('./views/locales-panel.tsx'),
    }),
    fill('editor.top', {
      id: 'locales.head',
      load: () => import('./views/translation-head.tsx'),
    }),
    fill('editor.beside', {
      id: 'locales.source',
      load: () => import('./views/source-field.tsx'),
    }),
  ],
})
