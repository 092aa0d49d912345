import type { Compare, Leaf, Query } from '@typecase/content-query/ast'
import { printPath } from '@typecase/content-query/fields'

import type { Column } from './column.ts'
import type { RowSet } from './row-set.ts'

/** Finds the column of a condition's path; none where the texts are too long to be kept. */
export type ColumnOf = (leaf: Leaf) => Column | undefined

/**
 * The rows of `within` that match a query.
 * @param unknown what a condition without a column comes to: with `false` the answer holds the rows that match in any
 *   case, with `true` those that may match
 */
export function selectRows(
  query: Query,
  columnOf: ColumnOf,
  within: RowSet,
  unknown: boolean,
): RowSet {
  switch (query.kind) {
    case 'and':
      // Each condition leaves fewer rows to the next.
      return query.of
        .toSorted((a, b) => cost(a) - cost(b))
        .reduce(
          (rows, part) =>
            selectBetween(part, query.of, columnOf, rows) ??
            selectRows(part, columnOf, rows, unknown),
          within,
        )
    case 'or':
      return query.of.reduce(
        (rows, part) => rows.union(selectRows(part, columnOf, within, unknown)),
        within.emptied(),
      )
    case 'not':
      return within.copy().subtract(selectRows(query.of, columnOf, within, !unknown))
    default:
      return columnOf(query)?.select(query, within) ?? (unknown ? within : within.emptied())
  }
}

/**
 * The rows of a condition that is a bound of a range, by all bounds that stand beside it: each of two alone may leave far
 * more rows than both.
 * @returns nothing where the condition is none, or where a row may hold several values
 */
function selectBetween(
  part: Query,
  all: readonly Query[],
  columnOf: ColumnOf,
  within: RowSet,
): RowSet | undefined {
  if (!isBound(part)) return undefined
  const path = printPath(part.path)
  const bounds = all.filter(isBound).filter((other) => printPath(other.path) === path)
  return bounds.length > 1 ? columnOf(part)?.selectBetween?.(bounds, within) : undefined
}

const isBound = (query: Query): query is Compare => query.kind === 'compare' && query.op !== 'eq'

/** How long a condition takes for each row, roughly. */
function cost(query: Query): number {
  if (query.kind === 'and' || query.kind === 'or') {
    return query.of.reduce((sum, part) => sum + cost(part), 0)
  }
  if (query.kind === 'not') return cost(query.of)
  if (query.kind === 'regex') return 4
  return query.kind === 'compare' && query.op !== 'eq' ? 2 : 1
}

/** The conditions of a query. */
export function leavesOf(query: Query): readonly Leaf[] {
  if (query.kind === 'and' || query.kind === 'or') return query.of.flatMap(leavesOf)
  return query.kind === 'not' ? leavesOf(query.of) : [query]
}
