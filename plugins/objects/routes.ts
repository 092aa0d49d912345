import { route, routeRef } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** `query` is JSON, as text or as the object the router already made of it. */
export const objectsRoute = route({
  id: 'objects.list',
  mount: 'bucket',
  path: 'objects',
  title: 'Objects',
  search: () =>
    type({ 'query?': 'string | object', 'sort?': 'string', 'limit?': 'number', 'skip?': 'number' }),
  load: () => import('./views/object-list.tsx'),
})

/** One object; `new` in the place of an id makes one, of the type in the query string. */
export const objectRef = routeRef<
  { bucketSlug: string; objectID: string },
  { type?: string | undefined; title?: string }
>('objects.edit')
