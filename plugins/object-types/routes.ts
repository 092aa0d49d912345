import { requireType } from '@typecase/content/bucket'
import { route } from '@typecase/plugin-sdk/route'

export const objectTypesRoute = route({
  id: 'object-types.list',
  mount: 'bucket',
  path: 'object-types',
  title: 'Object types',
  load: () => import('./views/type-list.tsx'),
})

/** `new` in the place of a slug makes a new object type. */
export const objectTypeRoute = route({
  id: 'object-types.edit',
  mount: 'bucket',
  path: 'object-types/$typeSlug',
  title: 'Object type',
  load: () => import('./views/type-builder.tsx'),
  async prefetch({ params: { bucketSlug, typeSlug }, services }) {
    if (typeSlug !== 'new') await requireType(services, bucketSlug, typeSlug)
  },
})
