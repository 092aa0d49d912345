import { homeCard } from '@typecase/content/slots'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { commentsRoute } from './routes.ts'
import { mentionMails } from './sections.ts'

export default definePlugin({
  id: 'comments',
  version: '1.0.0',
  api: 1,
  title: 'Comments',
  description: 'Comments on objects and their fields.',
  icon: 'message-square',
  order: 45,
  routes: [commentsRoute],
  later: () => import('./later.ts'),
  activate: () => import('./activate.ts'),
  slots: [
    mentionMails.fill,
    fill(homeCard, {
      id: 'comments.mentions',
      title: 'Comments that mention you',
      order: 40,
      info: { column: 'middle' },
      load: () => import('./views/home-mentions.tsx'),
    }),
    fill('editor.inspector', {
      id: 'comments.panel',
      order: 40,
      load: () => import('./views/comments-panel.tsx'),
    }),
    fill('editor.field', {
      id: 'comments.field-mark',
      load: () => import('./views/field-mark.tsx'),
    }),
  ],
  nav: [
    {
      id: 'comments.nav',
      label: 'Comments',
      keywords: ['discussion', 'notes', 'feedback'],
      icon: 'message-square',
      to: commentsRoute,
      group: 'planning',
      order: 40,
      when: has('route.bucketSlug'),
      keys: 'g c',
    },
  ],
})
