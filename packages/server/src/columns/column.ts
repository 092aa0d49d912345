import type { Compare, Leaf, Scalar } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import type { StoredRecord } from '@typecase/content-query/stored-values'

import type { RowSet } from './row-set.ts'
import type { SlicedSort } from './sorting.ts'

/** The values of an index's rows at one path, in a form that is quick to search and to sort. */
export interface Column extends Sortable {
  readonly path: Path
  /** Memory in bytes. */
  readonly bytes: number
  /** Whether more than half of that is left over from former values: better load it again. */
  readonly isWasteful: boolean
  /** Makes room for row numbers below `rows`. */
  grow(rows: number): void
  /** Reads the value of a row from its record, which holds at least this column's path. */
  set(row: number, record: StoredRecord): void
  /** Empties a row. */
  clear(row: number): void
  /** Values for comparisons with the row at this path. */
  valuesOf(row: number): readonly Scalar[]
  /** Row counts by value; rows without a value are left out. */
  countValues(within: RowSet): ReadonlyMap<Scalar, number>
  /** The rows of `within` that a condition on this path accepts, as `matches` would. */
  select(leaf: Leaf, within: RowSet): RowSet
  /**
   * The rows of `within` that several bounds on this path accept together; undefined if separate selections are better.
   */
  selectBetween?(bounds: readonly Compare[], within: RowSet): RowSet | undefined
  /**
   * Does the work that makes ranges and sorting quick, if it is worth it; nothing when it is done.
   * @param locale in whose order texts are sorted; ranges are in that of code points
   */
  rank(sort: SlicedSort, locale?: string): Promise<void> | undefined
  /** Does the work that makes ranges of numbers and times quick, if it is worth it; nothing when it is done. */
  orderNumbers?(sort: SlicedSort): Promise<void> | undefined
  /** The order of its rows where texts come in that of a locale; a column without texts has one order only. */
  collated?(locale: string): Sortable
  /** A snapshot of the current order, unaffected by later changes to the column. */
  frozen(locale?: string): Sortable
}

/** Rows that can be put in order. */
export interface Sortable {
  /** Whether a row has a value that has a place in the order; the others come last. */
  isSorted(row: number): boolean
  /** The order of two rows that both have one, as `compareRecords` would have it. */
  compare(a: number, b: number): number
  /** A sort key for each row, if every row has one: NaN for a row without a position. */
  readonly keys?: Float64Array | undefined
}

/** `Column.countValues` for a column that has no quicker way. */
export function countEach(
  column: Pick<Column, 'valuesOf'>,
  within: RowSet,
): ReadonlyMap<Scalar, number> {
  const counts = new Map<Scalar, number>()
  for (const row of within.toRows()) {
    for (const value of new Set(column.valuesOf(row)))
      counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}
