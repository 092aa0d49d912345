import type { Editable, FieldSource } from '@typecase/preview/protocol'
import { token } from '@typecase/plugin-sdk/token'

import type { TypeSite } from './sites.ts'

/** A former state of the object whose page is shown. */
export interface ShownRevision {
  readonly rev: number
  /** Its name, or its time. */
  readonly title: string
}

/** The preview on screen, for commands. */
export interface PreviewPage {
  /** The address of the page as it is at the moment. */
  address(): string
  editables(): readonly Editable[]
  sites(): readonly TypeSite[]
  /** @param site the id of one of them */
  choose(site: string): void
  reload(): void
  /** The object whose page is shown. */
  objectID(): string
  /** Shows the page with a former state of its object; without one, with what is edited. */
  showRevision(revision: ShownRevision | undefined): void
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
