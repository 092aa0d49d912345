import { closestOf, layers, focusContextOf } from './focus-context.ts'

/** A part of the screen that the focus can be in. Escape moves the focus to the surrounding level. */
export interface Level {
  readonly kind: 'field' | 'row' | 'list' | 'page' | 'overlay'
  /** The element that receives the focus on this level. */
  readonly element: HTMLElement
}

/** Containers of fields within a page: a row of a list, or a group of repeated fields. */
const rows = '[role="row"], [data-row]'
/** The focusable row of the page's list. A grid inside a form field does not count. */
const currentRow = '[role="grid"]:not([data-collection]) [role="row"][tabindex="0"]'

/** The row of a list from which an object was opened, when the user returns to the list. */
export const openedRow = `${currentRow}[data-current]`

/**
 * Returns the levels of an element, innermost first: a field, its row, then the page's list or, if there is none, the
 * page. The list is the outermost level, so Escape does nothing there.
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
  // Overlays have no surrounding level: they are left by closing them.
  if (focusContextOf(element).isInDialog) {
    const overlay = closestOf(element, layers)
    levels.push(overlay instanceof HTMLElement ? { kind: 'overlay', element: overlay } : undefined)
  } else if (list) levels.push({ kind: 'list', element: list })
  else if (page instanceof HTMLElement) levels.push({ kind: 'page', element: page })
  return levels.filter((level, index): level is Level =>
    Boolean(level && (index === 0 || level.element !== element)),
  )
}

/** Returns the row that contains a field, or the button that represents the row. */
function rowOf(field: HTMLElement): HTMLElement | undefined {
  const row = closestOf(field, rows)
  if (!(row instanceof HTMLElement)) return undefined
  const target = row.hasAttribute('tabindex')
    ? row
    : row.querySelector<HTMLElement>('button[aria-expanded]')
  return target ?? undefined
}
