import { route, routeRef } from '@typecase/plugin-sdk/route'

/** How far the types of a bucket are translated. */
export const coverageRoute = route({
  id: 'locales.coverage',
  mount: 'bucket',
  path: 'locales',
  title: 'Translations',
  load: () => import('./views/coverage-page.tsx'),
})

/** The editor of an object, with another of its locales beside it. */
export const objectRoute = routeRef<
  { bucketSlug: string; objectID: string },
  { beside?: string | undefined }
>('objects.edit')

/** The list of a bucket's objects. */
export const objectsRoute = routeRef<
  { bucketSlug: string },
  { query?: object | undefined; group?: string | undefined }
>('objects.list')
