import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { guestRoute } from './routes.ts'
import { sharedLinksSection, sitesSection } from './sections.ts'

export default definePlugin({
  id: 'preview',
  version: '1.0.0',
  api: 1,
  title: 'Preview',
  description: 'Shows the page of an object next to its form while you type.',
  icon: 'monitor',
  order: 32,
  activate: () => import('./activate.ts'),
  routes: [guestRoute],
  slots: [
    sitesSection.fill,
    sharedLinksSection.fill,
    fill('editor.preview', {
      id: 'preview.pane',
      when: has('preview.isShown'),
      load: () => import('./views/preview-pane.tsx'),
    }),
  ],
  later: () => import('./later.ts'),
})
