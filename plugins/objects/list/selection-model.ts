/** Selecting rows, as pure functions on ids. `rows` are the ids on screen in their order. */

/** Adds the row, or takes it away. */
export function toggle(selected: readonly string[], id: string): readonly string[] {
  return selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]
}

/** The rows from one to another, whichever stands first; both included. */
export function range(rows: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [rows.indexOf(from), rows.indexOf(to)]
  if (b === -1) return []
  if (a === -1) return [to]
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** What extending holds on to: where it began, and what was selected before. */
export interface Anchor {
  readonly id: string
  readonly before: readonly string[]
}

/** Selects from the anchor to a row beside what was selected when extending began. Going back gives rows up. */
export function extend(rows: readonly string[], anchor: Anchor, to: string): readonly string[] {
  return [...new Set([...anchor.before, ...range(rows, anchor.id, to)])]
}

/** The rows on screen that are not selected; a selection elsewhere is given up. */
export function invert(rows: readonly string[], selected: readonly string[]): readonly string[] {
  const chosen = new Set(selected)
  return rows.filter((id) => !chosen.has(id))
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

/** All rows on screen beside the rest of the selection, or, when they all are selected, without them. */
export function toggleAll(rows: readonly string[], selected: readonly string[]): readonly string[] {
  if (coverage(rows, selected) === 'all') {
    const onScreen = new Set(rows)
    return selected.filter((id) => !onScreen.has(id))
  }
  return [...new Set([...selected, ...rows])]
}
