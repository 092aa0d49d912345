import { closestOf, placeOf } from './focus.ts'

/** What holds fields within a page: a row of a list, or of fields that repeat. */
const rows = '[role="row"], [data-row]'
/** The row of the page's list that takes the focus; a grid that is a form's field is none. */
const currentRow = '[role="grid"]:not([data-collection]) [role="row"][tabindex="0"]'

/**
 * Moves the focus one level out: from a field to its row, else to the list of the page, else to the page.
 * A dialog is left by closing it.
 * @returns whether there was somewhere to go
 */
export function stepOut(from: EventTarget | null): boolean {
  if (!(from instanceof HTMLElement) || placeOf(from).isInDialog) return false
  const page = closestOf(from, 'main')
  const isInList = from.matches(currentRow)
  const target =
    fromField(from) ?? (isInList ? null : (page?.querySelector<HTMLElement>(currentRow) ?? page))
  if (!(target instanceof HTMLElement) || target === from) return false
  // A page is none of the places that Tab goes to.
  if (target === page && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: target === page })
  return true
}

/** The row that a field is in, or the button that stands for it. */
function fromField(from: HTMLElement): HTMLElement | null {
  const row = closestOf(from, rows)
  if (!(row instanceof HTMLElement)) return null
  const target = row.hasAttribute('tabindex')
    ? row
    : row.querySelector<HTMLElement>('button[aria-expanded]')
  return target === from ? null : target
}
