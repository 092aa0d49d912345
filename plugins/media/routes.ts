import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** The media of a bucket. The search parameters filter and sort them. */
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
      /** Only media that need attention. */
      'only?': "'no-alt' | 'unused' | 'large'",
      /** Filters in the query language. */
      'query?': 'string | object',
      'sort?': 'string',
      'view?': "'grid' | 'list'",
      /** A range of the list: the number of items, after the skipped ones. */
      'limit?': 'number',
      'skip?': 'number',
    }),
  load: () => import('./views/media-page.tsx'),
})
