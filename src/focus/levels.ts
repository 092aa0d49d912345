import { closestOf, layers, focusContextOf } from './focus-context.ts'

/** A part of the screen that the focus can be in. Escape goes from each to the one around it. */
export interface Level {
  readonly kind: 'field' | 'row' | 'list' | 'page' | 'overlay'
  /** The element that has the focus on this level. */
  readonly element: HTMLElement
}

/** Containers of fields within a page: a row of a list, or of fields that repeat. */
const rows = '[role="row"], [data-row]'
/** The row of the page's list that takes the focus; a grid inside a form field does not count. */
const currentRow = '[role="grid"]:not([data-collection]) [role="row"][tabindex="0"]'

/** In a list that one comes back to, the row that was opened from it. */
export const openedRow = `${currentRow}[data-current]`

/**
 * The levels that an element is on, innermost first: a field, its row, the page's list, or the page where it has none.
 * From the list on, Escape leads nowhere: on a page with a list that is where one is at home.
 */
export function levelsOf(element: Element | null): readonly Level[] {
  if (!(element instanceof HTMLElement)) return []
  const page = closestOf(element, 'main')
  const list = page?.querySelector<HTMLElement>(currentRow)
  const row = rowOf(element)
  const levels: (Level | undefined)[] = [
    { kind: element === list ? 'list' : element === page ? 'page' : 'field', element },
    row && { kind: 'row', element: row },
  ]
  // An overlay has no level around it: closing it leaves it.
  if (focusContextOf(element).isInDialog) {
    const overlay = closestOf(element, layers)
    levels.push(overlay instanceof HTMLElement ? { kind: 'overlay', element: overlay } : undefined)
  } else if (list) levels.push({ kind: 'list', element: list })
  else if (page instanceof HTMLElement) levels.push({ kind: 'page', element: page })
  return levels.filter((level, index): level is Level =>
    Boolean(level && (index === 0 || level.element !== element)),
  )
}

/** The row that a field is in, or the button that stands for it. */
function rowOf(field: HTMLElement): HTMLElement | undefined {
  const row = closestOf(field, rows)
  if (!(row instanceof HTMLElement)) return undefined
  const target = row.hasAttribute('tabindex')
    ? row
    : row.querySelector<HTMLElement>('button[aria-expanded]')
  return target ?? undefined
}
