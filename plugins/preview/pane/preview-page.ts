import type { Editable, FieldSource } from '@typecase/preview/protocol'
import { token } from '@typecase/plugin-sdk/token'

import type { TypeSite } from './sites.ts'

/** An earlier revision of the object whose page is shown. */
export interface ShownRevision {
  readonly rev: number
  /** The revision's name, or else its time. */
  readonly title: string
}

/** The preview on screen, for commands. */
export interface PreviewPage {
  /** Returns the current address of the page. */
  address(): string
  editables(): readonly Editable[]
  sites(): readonly TypeSite[]
  /** Shows another site. @param site the id of one of `sites` */
  choose(site: string): void
  reload(): void
  /** Returns the id of the object whose page is shown. */
  objectID(): string
  /** Shows the page with a revision of its object, or without one, with the unsaved edits. */
  showRevision(revision: ShownRevision | undefined): void
  /** Opens a separate window, or closes it. */
  toggleWindow(): void
  showLabels(): void
  step(by: 1 | -1): void
  /** Goes to the field of a part of the page, in another object if the part belongs to one. */
  open(source: FieldSource): void
  /** Returns to the object whose page is shown. */
  goBack(): void
}
export const previewPage = token<PreviewPage>('preview.page', 1)
