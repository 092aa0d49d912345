import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

import { prefetchList } from './prefetch.ts'

/** `query` is JSON: text, or the object that the router parsed from it. */
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
