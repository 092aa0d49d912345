import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

import { prefetchObject } from './prefetch.ts'

/** One object; the id `new` is for one that does not exist yet, of the type and with the title in the query string. */
export const objectRoute = route({
  id: 'editor.object',
  mount: 'bucket',
  path: 'objects/$objectID',
  // The title of the object itself, once it is there.
  title: '{editor.openTitle}',
  search: () =>
    type({
      'type?': 'string',
      'locale?': 'string',
      'title?': 'string | number',
      // The locale shown next to the fields for comparison.
      'beside?': 'string',
    }),
  // With the commands that an editor needs without a network: they could not be fetched then.
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
