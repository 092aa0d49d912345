import type { Compare, Leaf } from '@typecase/content-query/ast'
import { type Path, printPath } from '@typecase/content-query/fields'

import type { Column } from './column.ts'
import type { Plan } from './query-plan.ts'
import type { RowSet } from './row-set.ts'

/** What rows are selected by. */
export interface Selecting {
  readonly live: RowSet
  /** The column of a condition's path; none where the texts are too long to be kept. */
  columnOf(leaf: Leaf): Column | undefined
  /**
   * The rows that meet a condition without a column.
   * @param unknown what it comes to for rows of which nobody knows
   */
  tested(leaf: Leaf, within: RowSet, unknown: boolean): RowSet
  /** The rows of `within` that a relation leads from to one of the targets. */
  pointingAt(relation: Path, targets: RowSet, within: RowSet): RowSet
}

/**
 * The rows of `within` that match a plan.
 * @param unknown what a condition comes to where it is not known: with `false` the answer holds the rows that match in any
 *   case, with `true` those that may match
 */
export function selectRows(plan: Plan, by: Selecting, within: RowSet, unknown: boolean): RowSet {
  switch (plan.kind) {
    case 'and':
      // Each condition leaves fewer rows to the next.
      return plan.of
        .toSorted((a, b) => cost(a) - cost(b))
        .reduce(
          (rows, part) =>
            selectBetween(part, plan.of, by, rows) ?? selectRows(part, by, rows, unknown),
          within,
        )
    case 'or':
      return plan.of.reduce(
        (rows, part) => rows.union(selectRows(part, by, within, unknown)),
        within.emptied(),
      )
    case 'not':
      return within.copy().subtract(selectRows(plan.of, by, within, !unknown))
    case 'related':
      return by.pointingAt(plan.relation, selectRows(plan.of, by, by.live, unknown), within)
    default:
      return by.columnOf(plan)?.select(plan, within) ?? by.tested(plan, within, unknown)
  }
}

/**
 * The rows of a condition that is a bound of a range, by all bounds that stand beside it: each of two alone may leave far
 * more rows than both.
 * @returns nothing where the condition is none, or where a row may hold several values
 */
function selectBetween(
  part: Plan,
  all: readonly Plan[],
  by: Selecting,
  within: RowSet,
): RowSet | undefined {
  if (!isBound(part)) return undefined
  const path = printPath(part.path)
  const bounds = all.filter(isBound).filter((other) => printPath(other.path) === path)
  return bounds.length > 1 ? by.columnOf(part)?.selectBetween?.(bounds, within) : undefined
}

const isBound = (plan: Plan): plan is Compare => plan.kind === 'compare' && plan.op !== 'eq'

/** How long a condition takes for each row, roughly. */
function cost(plan: Plan): number {
  if (plan.kind === 'and' || plan.kind === 'or') {
    return plan.of.reduce((sum, part) => sum + cost(part), 0)
  }
  if (plan.kind === 'not') return cost(plan.of)
  if (plan.kind === 'related') return 2 + cost(plan.of)
  if (plan.kind === 'regex') return 4
  return plan.kind === 'compare' && plan.op !== 'eq' ? 2 : 1
}
