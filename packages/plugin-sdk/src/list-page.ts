import { token } from './token.ts'

/** The list on the page, as the keys common to all lists use it. Components offer it with `useListKeys`. */
export interface ListPage {
  /** Moves the focus by `by` rows: by Infinity to the last one on screen, by -Infinity to the first. */
  move(by: number): void
  /** Selects or deselects the focused row. */
  toggle(): void
}
export const listPage = token<ListPage>('core.list-page', 1)
