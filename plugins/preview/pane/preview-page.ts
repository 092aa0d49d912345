import type { Editable, FieldSource } from '@typecase/preview/protocol'
import { token } from '@typecase/plugin-sdk/token'

import type { TypeSite } from './sites.ts'

/** The preview on screen, for commands. */
export interface PreviewPage {
  /** The address of the page as it is at the moment. */
  address(): string
  editables(): readonly Editable[]
  sites(): readonly TypeSite[]
  /** @param site the id of one of them */
  choose(site: string): void
  reload(): void
  /** Opens a separate window, or closes it. */
  toggleWindow(): void
  showLabels(): void
  step(by: 1 | -1): void
  /** Goes to the field of a part of the page, in another object where it is there. */
  open(source: FieldSource): void
  /** Back to the object whose page is shown. */
  goBack(): void
}
export const previewPage = token<PreviewPage>('preview.page', 1)
