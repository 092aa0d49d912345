import type { ManagedMedia } from '@typecase/contract/media'
import { token } from '@typecase/plugin-sdk/token'

/** The media page, for commands. */
export interface MediaPage {
  /** Returns the media that the keyboard acts on. */
  current(): ManagedMedia | undefined
  /** Selects all matching media. */
  selectAll(): void
  focusSearch(): void
  /** Opens the filters as a form, with a new row. */
  addFilter(): void
  toggleView(): void
  showLarge(): void
  /** Opens the dialog for the picture that the keyboard acts on. */
  setFocalPoint(): void
}
export const mediaPage = token<MediaPage>('media.page', 1)
