import { requireType } from '@typecase/content/bucket'
import { route } from '@typecase/plugin-sdk/route'
import { token } from '@typecase/plugin-sdk/token'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Whether there is an unsaved new object type that can be continued. */
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

/** The builder. `new` instead of a slug creates an object type. */
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

/** The builder of the object type on screen, for commands; not available while it loads. */
export interface TypePage {
  /** Saves the draft, and shows errors next to the fields. */
  save(): Promise<void>
  /** Restores the unsaved draft of a new type into the form. */
  continueUnsaved(): void
  discardUnsaved(): void
}
export const typePage = token<TypePage>('object-types.type-page', 1)
