import { token } from '@typecase/plugin-sdk/token'

/** The list on screen, as commands reach it; absent while the list is empty or loading. */
export interface ListPage {
  /** Ids of the rows on screen, in order. */
  readonly rows: readonly string[]
  /** Rows of all pages. */
  readonly total: number
  /** The rows on screen; once more, all that match. */
  selectAll(): void
  selectMatching(): void
  invertSelection(): void
  collapseGroups(): void
  expandGroups(): void
  /** Selects the current row's whole group; a second call deselects it. */
  selectGroup(): void
}
export const listPage = token<ListPage>('objects.list-page', 1)

/** The columns on screen, as commands change them; there are none in a sheet. */
export interface ColumnsPage {
  /** Moves one past its neighbour. */
  move(path: string, by: -1 | 1): void
  /** Makes one wider by so many pixels, or narrower. */
  resize(path: string, by: number): void
  /** Keeps one in sight when the list is scrolled sideways. */
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
  /** Opens it with one more row. */
  addFilter(): void
}
export const filterForm = token<FilterForm>('objects.filter-form', 1)
export const filterLine = token<FilterLine>('objects.filter-line', 1)
