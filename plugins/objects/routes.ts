import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

import { prefetchList, prefetchObject } from './prefetch.ts'

/** `query` is JSON, as text or as the object the router already made of it. */
export const objectsRoute = route({
  id: 'objects.list',
  mount: 'bucket',
  path: 'objects',
  title: 'Objects',
  search: () =>
    type({
      'query?': 'string | object',
      // The same as `type` in `query`.
      'type?': 'string',
      'sort?': 'string',
      'group?': 'string',
      'limit?': 'number',
      'skip?': 'number',
      'smartViewID?': 'string | number',
    }),
  load: () => import('./views/object-list.tsx'),
  prefetch: prefetchList,
})

/** One object; the id `new` is for one that does not exist yet, of the type and with the title in the query string. */
export const objectRoute = route({
  id: 'objects.edit',
  mount: 'bucket',
  path: 'objects/$objectID',
  // The title of the object itself, once it is there.
  title: '{objects.openTitle}',
  search: () =>
    type({
      'type?': 'string',
      'locale?': 'string',
      'title?': 'string | number',
      // The locale whose version stands beside the fields.
      'beside?': 'string',
    }),
  // With the commands that an editor needs without a network: they could not be fetched then.
  load: async () => {
    const [page] = await Promise.all([
      import('./editor/views/object-editor.tsx'),
      import('./editor/commands/save-runs.ts'),
      import('./editor/commands/go-runs.ts'),
      import('./commands/publish-runs.ts'),
    ])
    return page
  },
  prefetch: prefetchObject,
})
