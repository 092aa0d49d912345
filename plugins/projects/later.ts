import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { eq, has } from '@typecase/plugin-sdk/when'

import { addBucket, bucketCommands } from './commands/buckets.ts'
import { newProject, projectCommands } from './commands/projects.ts'
import { projectRoute, projectsRoute } from './routes.ts'

export default {
  commands: [...projectCommands, ...bucketCommands],
  keys: [
    { keys: 'n', command: newProject.id, when: eq('route.id', projectsRoute.id) },
    { keys: 'n', command: addBucket.id, when: eq('route.id', projectRoute.id) },
  ],
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
