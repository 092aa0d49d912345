import { token } from '@typecase/plugin-sdk/token'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** A new object type was left unsaved, and can be continued. */
    'object-types.hasOffer': boolean
  }
}

/** The builder of the object type on screen, for commands; none while it is loading. */
export interface TypePage {
  /** Saves what was typed, and shows beside the fields what is wrong with it. */
  save(): Promise<void>
  /** Puts what was left unsaved of a new type into the form. */
  continueUnsaved(): void
  discardUnsaved(): void
}
export const typePage = token<TypePage>('object-types.type-page', 1)
