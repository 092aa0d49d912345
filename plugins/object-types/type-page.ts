import { token } from '@typecase/plugin-sdk/token'

/** The builder of the object type on screen, for commands; none while it is loading. */
export interface TypePage {
  /** Saves what was typed, and shows beside the fields what is wrong with it. */
  save(): Promise<void>
}
export const typePage = token<TypePage>('object-types.type-page', 1)
