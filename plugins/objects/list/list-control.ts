/** What commands do to the rows on screen beyond their address. */
export interface ListControl {
  /** Moves the current row by so many rows; beyond the page's end it turns the page. */
  move(by: number): void
  /** Selects the current row, or gives it up. */
  toggleRow(): void
  /** Ids of the rows on screen, in order. */
  rows(): readonly string[]
}

let onScreen: ListControl | undefined

/** Offers the rows to the commands for as long as they are on screen. @returns takes them back */
export function offerList(control: ListControl): () => void {
  onScreen = control
  return () => {
    if (onScreen === control) onScreen = undefined
  }
}

const empty: ListControl = { move: () => {}, toggleRow: () => {}, rows: () => [] }

/** The rows on screen; none while a list is empty or loading. */
export function listOnScreen(): ListControl {
  return onScreen ?? empty
}

let filterField: (() => void) | undefined

/** Offers the query line to the command that goes to it. @returns takes it back */
export function offerFilter(focus: () => void): () => void {
  filterField = focus
  return () => {
    if (filterField === focus) filterField = undefined
  }
}

export function focusFilter(): void {
  filterField?.()
}
