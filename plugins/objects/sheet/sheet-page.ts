import type { Json } from '@typecase/plugin-sdk/json'
import { token } from '@typecase/plugin-sdk/token'

import type { SheetEdits } from './sheet-edits.ts'

/** The sheet on screen, for commands. */
export interface SheetPage {
  readonly edits: SheetEdits
  fillDown(): void
  /** Empties the selected cells. */
  clear(): void
  /** Writes the value chosen in a picker. */
  choose(objectID: string, path: string, value: Json): void
}
export const sheetPage = token<SheetPage>('objects.sheet-page', 1)
