/** Where rows were put. Together with `order` it serves a server that takes neighbours and one that takes the whole list. */
export interface Reorder {
  /** The moved rows, in the order they had. */
  ids: string[]
  /** The row they now follow, null at the start. */
  after: string | null
  /** The row they now precede, null at the end. */
  before: string | null
  /** All rows in their new order. */
  order: string[]
}

/** Moves `ids` before or after `target`; null when nothing changes. */
export function reorder(
  order: string[],
  ids: Iterable<string>,
  target: string,
  position: 'before' | 'after',
): Reorder | null {
  const moved = new Set(ids)
  const remaining = order.filter((id) => !moved.has(id))
  const movedInOrder = order.filter((id) => moved.has(id))
  // A target that itself moves stands for the nearest row before it that stays.
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

/** Moves one row one place up or down; null at the ends. */
export function nudge(order: string[], id: string, direction: 'up' | 'down'): Reorder | null {
  const neighbour = order[order.indexOf(id) + (direction === 'up' ? -1 : 1)]
  if (neighbour === undefined || !order.includes(id)) return null
  return reorder(order, [id], neighbour, direction === 'up' ? 'before' : 'after')
}
