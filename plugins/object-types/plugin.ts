import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { folderCommands } from './commands/folder-commands.ts'
import { typeCommands } from './commands/type-commands.ts'
import { objectTypeRoute, objectTypesRoute } from './routes.ts'

export default definePlugin({
  id: 'object-types',
  version: '1.0.0',
  api: 1,
  title: 'Object types',
  description: 'The fields and options that objects of one kind share.',
  icon: 'shapes',
  order: 30,
  routes: [objectTypesRoute, objectTypeRoute],
  commands: [...typeCommands, ...folderCommands],
  sources: [
    {
      id: 'object-types.types',
      title: 'Object types',
      prefix: '#',
      minChars: 1,
      order: 30,
      when: has('route.bucketSlug'),
      load: () => import('./type-source.ts'),
    },
  ],
  nav: [
    {
      id: 'object-types.nav',
      label: 'Object types',
      icon: 'shapes',
      to: objectTypesRoute,
      order: 30,
      when: has('route.bucketSlug'),
      keys: 'g t',
    },
  ],
})
