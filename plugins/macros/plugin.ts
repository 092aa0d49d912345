import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { macroFacts } from './facts.ts'
import { macroRoute, macrosRoute } from './routes.ts'

export default definePlugin({
  id: 'macros',
  version: '1.0.0',
  api: 1,
  title: 'Macros',
  description: 'Recorded commands with a name, to run on any objects.',
  icon: 'workflow',
  order: 75,
  routes: [macrosRoute, macroRoute],
  facts: macroFacts,
  later: () => import('./commands.ts'),
  activate: () => import('./activate.ts'),
  slots: [
    fill('shell.banner', {
      id: 'macros.recording',
      order: 50,
      when: has('macros.isRecording'),
      load: () => import('./views/recording-bar.tsx'),
    }),
  ],
  nav: [
    {
      id: 'macros.nav',
      label: 'Macros',
      icon: 'workflow',
      to: macrosRoute,
      group: 'content',
      order: 85,
      when: has('route.bucketSlug'),
    },
  ],
})
