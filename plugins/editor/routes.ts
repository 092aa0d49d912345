import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

import { prefetchObject } from './prefetch.ts'

/**
 * One object. The id `new` stands for an object that does not exist yet, with its type and title in the query string.
 */
export const objectRoute = route({
  id: 'editor.object',
  mount: 'bucket',
  path: 'objects/$objectID',
  // The title of the object itself, after it has loaded.
  title: '{editor.openTitle}',
  search: () =>
    type({
      'type?': 'string',
      'locale?': 'string',
      'title?': 'string | number',
      // The locale shown next to the fields for comparison.
      'beside?': 'string',
    }),
  // Includes the commands that the editor needs offline, because they could not be fetched then.
  load: async () => {
    const [page] = await Promise.all([
      import('./views/object-editor.tsx'),
      import('./commands/save-runs.ts'),
      import('./commands/go-runs.ts'),
    ])
    return page
  },
  prefetch: prefetchObject,
})
