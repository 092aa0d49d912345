import { token } from '@typecase/plugin-sdk/token'

/** The list on screen, for commands; absent while the list is empty or loading. */
export interface ListPage {
  /** Ids of the rows on screen, in order. */
  readonly rows: readonly string[]
  /** Number of rows on all pages. */
  readonly total: number
  /** Selects the rows on screen; a second call selects all matching objects. */
  selectAll(): void
  selectMatching(): void
  invertSelection(): void
  collapseGroups(): void
  expandGroups(): void
  /** Selects the current row's whole group; a second call deselects it. */
  selectGroup(): void
}
export const listPage = token<ListPage>('objects.list-page', 1)

/** The columns on screen, for commands; absent in a sheet. */
export interface ColumnsPage {
  /** Moves a column past its neighbour. */
  move(path: string, by: -1 | 1): void
  /** Widens a column by a number of pixels, or narrows it by a negative number. */
  resize(path: string, by: number): void
  /** Keeps a column visible when the list scrolls sideways. */
  pin(path: string, isPinned: boolean): void
  hide(path: string): void
}
export const columnsPage = token<ColumnsPage>('objects.columns-page', 1)

/** The field that filters the list on screen. */
export interface FilterLine {
  focus(): void
}
/** The same filters as a form. */
export interface FilterForm {
  /** Opens the form with an additional row. */
  addFilter(): void
}
export const filterForm = token<FilterForm>('objects.filter-form', 1)
export const filterLine = token<FilterLine>('objects.filter-line', 1)
