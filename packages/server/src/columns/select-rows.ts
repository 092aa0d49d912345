import type { Compare, Leaf } from '@typecase/content-query/ast'
import { type Path, printPath } from '@typecase/content-query/fields'

import type { Column } from './column.ts'
import type { Plan } from './query-plan.ts'
import type { RowSet } from './row-set.ts'

/** What a row selection reads from the index. */
export interface Selecting {
  readonly live: RowSet
  /** Returns the column that answers a condition; undefined if records must be tested instead. */
  columnOf(leaf: Leaf): Column | undefined
  /**
   * Returns the rows that meet a condition without a column.
   * @param unknown the result for rows that were not tested
   */
  testRows(leaf: Leaf, within: RowSet, unknown: boolean): RowSet
  /** Returns the rows of `within` whose relation refers to one of the targets. */
  pointingAt(relation: Path, targets: RowSet, within: RowSet): RowSet
  /** Returns the rows of `within` with a relation to a row that does not exist. */
  broken(relation: Path, within: RowSet): RowSet
}

/**
 * Returns the rows of `within` that match a plan.
 * @param unknown the result of untested conditions: `false` returns the rows that match in any case, `true` the rows
 * that may match
 */
export function selectRows(plan: Plan, by: Selecting, within: RowSet, unknown: boolean): RowSet {
  switch (plan.kind) {
    case 'and':
      return selectAll(plan.of, by, within, unknown)
    case 'or':
      return plan.of.reduce(
        (rows, part) => rows.union(selectRows(part, by, within, unknown)),
        within.emptyCopy(),
      )
    case 'not':
      return within.copy().subtract(selectRows(plan.of, by, within, !unknown))
    case 'related':
      return by.pointingAt(plan.relation, selectRows(plan.of, by, by.live, unknown), within)
    case 'broken':
      return by.broken(plan.relation, within)
    default:
      return by.columnOf(plan)?.select(plan, within) ?? by.testRows(plan, within, unknown)
  }
}

/** Returns the rows that match all parts. Each part leaves fewer rows for the next. */
function selectAll(
  parts: readonly Plan[],
  by: Selecting,
  within: RowSet,
  unknown: boolean,
): RowSet {
  let rows = within
  const plans = parts.toSorted((a, b) => cost(a) - cost(b))
  for (let part = plans.shift(); part; part = plans.shift()) {
    // The bounds of a range are applied together: each alone may leave far more rows than both.
    const bounds = isBound(part) ? [part, ...boundsOf(part.path, plans)] : []
    const [first] = bounds
    const between = first && bounds.length > 1 && by.columnOf(first)?.selectBetween?.(bounds, rows)
    rows = between || selectRows(part, by, rows, unknown)
    if (between) for (const bound of bounds.slice(1)) plans.splice(plans.indexOf(bound), 1)
  }
  return rows
}

const boundsOf = (path: Path, parts: readonly Plan[]): Compare[] =>
  parts.filter(isBound).filter((other) => printPath(other.path) === printPath(path))

const isBound = (plan: Plan): plan is Compare => plan.kind === 'compare' && plan.op !== 'eq'

/** Estimates the relative time of a condition per row. */
function cost(plan: Plan): number {
  if (plan.kind === 'and' || plan.kind === 'or') {
    return plan.of.reduce((sum, part) => sum + cost(part), 0)
  }
  if (plan.kind === 'not') return cost(plan.of)
  if (plan.kind === 'related') return 2 + cost(plan.of)
  if (plan.kind === 'regex') return 4
  if (plan.kind === 'broken') return 2
  return plan.kind === 'compare' && plan.op !== 'eq' ? 2 : 1
}
