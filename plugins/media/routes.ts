import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** The media of a bucket: what is searched for, and which one is open. */
export const mediaRoute = route({
  id: 'media.list',
  mount: 'bucket',
  path: 'media',
  title: 'Media',
  search: () =>
    type({
      'q?': 'string | number',
      'kind?': 'string',
      'folder?': 'string',
      /** Only those that want attention. */
      'only?': "'no-alt' | 'unused' | 'large'",
      /** Filters in the query language. */
      'query?': 'string | object',
      'sort?': 'string',
      'view?': "'grid' | 'list'",
      /** A range of the list: the number of items, after skipping some. */
      'limit?': 'number',
      'skip?': 'number',
    }),
  load: () => import('./views/media-page.tsx'),
})
