/** The result of a move: neighbours for servers that take those, and `order` for servers that take the whole list. */
export interface Reorder {
  /** Ids of the moved rows, in their previous order. */
  ids: string[]
  /** Id of the row that they now follow; null at the start. */
  after: string | null
  /** Id of the row that they now precede; null at the end. */
  before: string | null
  /** Ids of all rows in their new order. */
  order: string[]
}

/** Moves `ids` before or after `target`; returns null if nothing changes. */
export function reorder(
  order: string[],
  ids: Iterable<string>,
  target: string,
  position: 'before' | 'after',
): Reorder | null {
  const moved = new Set(ids)
  const remaining = order.filter((id) => !moved.has(id))
  const movedInOrder = order.filter((id) => moved.has(id))
  // If the target itself moves, use the nearest row before it that stays.
  const targetIndex = moved.has(target)
    ? order.slice(0, order.indexOf(target)).filter((id) => !moved.has(id)).length
    : remaining.indexOf(target) + (position === 'after' ? 1 : 0)
  const next = remaining.toSpliced(targetIndex, 0, ...movedInOrder)
  if (next.every((id, index) => id === order[index])) return null
  return {
    ids: movedInOrder,
    after: remaining[targetIndex - 1] ?? null,
    before: remaining[targetIndex] ?? null,
    order: next,
  }
}

/** Moves one row up or down by one; returns null at the ends. */
export function nudge(order: string[], id: string, direction: 'up' | 'down'): Reorder | null {
  const neighbour = order[order.indexOf(id) + (direction === 'up' ? -1 : 1)]
  if (neighbour === undefined || !order.includes(id)) return null
  return reorder(order, [id], neighbour, direction === 'up' ? 'before' : 'after')
}
