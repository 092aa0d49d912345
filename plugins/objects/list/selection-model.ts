import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import type { SelectionValue } from '@typecase/plugin-sdk/services'

/** Pure functions that select rows by id. `rows` are the ids on screen, in order. */

/** Adds a row to the selection, or removes it. */
export function toggle(selected: readonly string[], id: string): readonly string[] {
  return selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]
}

/** Returns the rows between two rows, in either order and both included. */
export function range(rows: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [rows.indexOf(from), rows.indexOf(to)]
  if (b === -1) return []
  if (a === -1) return [to]
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** The start of an extended selection: its first row, and the selection before it was extended. */
export interface Anchor {
  readonly id: string
  readonly before: readonly string[]
}

/** Adds the rows from the anchor to a row to the selection before it was extended. Moving back deselects rows. */
export function extend(rows: readonly string[], anchor: Anchor, to: string): readonly string[] {
  return [...new Set([...anchor.before, ...range(rows, anchor.id, to)])]
}

type SelectionParts = Pick<SelectionValue, 'ids' | 'query' | 'total' | 'except'>

/** Returns the selected rows on screen. A selection by ids is returned whole, including rows that are not on screen. */
export function onScreen(
  rows: readonly string[],
  selection: SelectionParts | undefined,
): readonly string[] {
  if (!selection?.query) return selection?.ids ?? []
  const out = new Set(selection.except)
  return rows.filter((id) => !out.has(id))
}

/** Removes rows from "all that match", or adds them back. */
export function toggleInAll(
  rows: readonly string[],
  selection: SelectionParts,
  ids: readonly string[],
): SelectionParts {
  const before = selection.except ?? []
  const except = ids.reduce(toggle, before)
  const total = (selection.total ?? 0) + before.length - except.length
  const next = { ...selection, total, except }
  return { ...next, ids: onScreen(rows, next) }
}

/** The rows on screen, and the query and total of their list. */
interface ListRows {
  readonly rows: readonly string[]
  readonly query: ListQuery
  readonly total: number
}

/**
 * Returns everything in a list that is not selected. If more objects match than are on screen, the result is a query
 * that excludes the selected ids.
 */
export function invert(
  { rows, query, total }: ListRows,
  selection: SelectionParts | undefined,
): SelectionParts {
  if (selection?.query) return { ids: selection.except ?? [] }
  const except = selection?.ids ?? []
  const ids = onScreen(rows, { ids: [], query, except })
  if (total <= rows.length) return { ids }
  return { ids, query, total: Math.max(0, total - except.length), except }
}

/** Whether all rows on screen are selected, some, or none. */
export function coverage(
  rows: readonly string[],
  selected: readonly string[],
): 'all' | 'some' | 'none' {
  const selectedIds = new Set(selected)
  const count = rows.filter((id) => selectedIds.has(id)).length
  if (count === 0) return 'none'
  return count === rows.length ? 'all' : 'some'
}

/** Adds all rows on screen to the selection, or, when they are all selected, removes them. */
export function toggleAll(rows: readonly string[], selected: readonly string[]): readonly string[] {
  if (coverage(rows, selected) === 'all') {
    const onScreen = new Set(rows)
    return selected.filter((id) => !onScreen.has(id))
  }
  return [...new Set([...selected, ...rows])]
}
