import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import type { SelectionValue } from '@typecase/plugin-sdk/services'

/** Selecting rows, as pure functions on ids. `rows` are the ids on screen in their order. */

/** Adds the row, or takes it away. */
export function toggle(selected: readonly string[], id: string): readonly string[] {
  return selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]
}

/** The rows between two rows in either order, both included. */
export function range(rows: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [rows.indexOf(from), rows.indexOf(to)]
  if (b === -1) return []
  if (a === -1) return [to]
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** The start of an extended selection: its first row, and the selection before it. */
export interface Anchor {
  readonly id: string
  readonly before: readonly string[]
}

/** Adds the rows from the anchor to a row to what was selected when extending began. Going back gives rows up. */
export function extend(rows: readonly string[], anchor: Anchor, to: string): readonly string[] {
  return [...new Set([...anchor.before, ...range(rows, anchor.id, to)])]
}

type Selected = Pick<SelectionValue, 'ids' | 'query' | 'total' | 'except'>

/** The rows on screen that are selected, by themselves or with all that match; or, by themselves, elsewhere. */
export function onScreen(
  rows: readonly string[],
  selection: Selected | undefined,
): readonly string[] {
  if (!selection?.query) return selection?.ids ?? []
  const out = new Set(selection.except)
  return rows.filter((id) => !out.has(id))
}

/** Takes rows out of "all that match", or puts them back. */
export function toggleInAll(
  rows: readonly string[],
  selection: Selected,
  ids: readonly string[],
): Selected {
  const before = selection.except ?? []
  const except = ids.reduce(toggle, before)
  const total = (selection.total ?? 0) + before.length - except.length
  const next = { ...selection, total, except }
  return { ...next, ids: onScreen(rows, next) }
}

/** The list that is on screen, and what of it. */
interface Listed {
  readonly rows: readonly string[]
  readonly query: ListQuery
  readonly total: number
}

/** All of a list that is not selected. Where more match than are on screen, as a query without the ids selected. */
export function invert({ rows, query, total }: Listed, selection: Selected | undefined): Selected {
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
  const chosen = new Set(selected)
  const count = rows.filter((id) => chosen.has(id)).length
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
