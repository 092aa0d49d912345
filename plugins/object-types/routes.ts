import { requireType } from '@typecase/content/bucket'
import { route } from '@typecase/plugin-sdk/route'
import { token } from '@typecase/plugin-sdk/token'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** A new object type was left unsaved, and can be continued. */
    'object-types.hasOffer': boolean
  }
}

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

/** The builder of the object type on screen, for commands; none while it is loading. */
export interface TypePage {
  /** Saves the draft, and shows problems next to the fields. */
  save(): Promise<void>
  /** Puts what was left unsaved of a new type into the form. */
  continueUnsaved(): void
  discardUnsaved(): void
}
export const typePage = token<TypePage>('object-types.type-page', 1)
