import type { ManagedMedia } from '@typecase/contract/media'
import { token } from '@typecase/plugin-sdk/token'

/** The media page, as commands reach it. */
export interface MediaPage {
  /** The media that the keyboard is on. */
  current(): ManagedMedia | undefined
  /** All that match. */
  selectAll(): void
  focusSearch(): void
  /** Opens the filters as a form, with a new row. */
  addFilter(): void
  toggleView(): void
  showLarge(): void
  /** Of the picture that the keyboard is on. */
  setFocalPoint(): void
}
export const mediaPage = token<MediaPage>('media.page', 1)
