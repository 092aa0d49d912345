import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { bucketCommands } from './commands/buckets.ts'
import { projectCommands } from './commands/projects.ts'

export default {
  commands: [...projectCommands, ...bucketCommands],
  sources: [
    {
      id: 'projects.places',
      title: 'Projects and buckets',
      minChars: 1,
      order: 40,
      when: has('session.isLoggedIn'),
      load: () => import('./places-source.ts'),
    },
  ],
} satisfies PluginPart
