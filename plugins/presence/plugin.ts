import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { and, has } from '@typecase/plugin-sdk/when'

export default definePlugin({
  id: 'presence',
  version: '1.0.0',
  api: 1,
  title: 'Presence',
  description: 'Who else has this object open, and which field they are in.',
  icon: 'users',
  order: 46,
  activate: () => import('./activate.ts'),
  slots: [
    fill('shell.top', {
      id: 'presence.people',
      order: 10,
      when: and(has('bucket.role'), has('route.objectID')),
      load: () => import('./views/people.tsx'),
    }),
    fill('editor.field', {
      id: 'presence.field-mark',
      load: () => import('./views/field-mark.tsx'),
    }),
  ],
})
