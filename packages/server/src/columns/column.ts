import type { Compare, Leaf, Scalar } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import type { StoredRecord } from '@typecase/content-query/stored-values'

import type { RowSet } from './row-set.ts'
import type { SlicedSort } from './sorting.ts'

/** The values of an index's rows at one path, stored for fast searching and sorting. */
export interface Column extends Sortable {
  readonly path: Path
  /** Memory in bytes. */
  readonly bytes: number
  /** Whether more than half of that memory holds outdated values, so that the column should be loaded again. */
  readonly isWasteful: boolean
  /** Makes room for row numbers below `rows`. */
  grow(rows: number): void
  /** Reads the value of a row from its record, which holds at least this column's path. */
  set(row: number, record: StoredRecord): void
  /** Empties a row. */
  clear(row: number): void
  /** Returns the values with which conditions on this path are compared. */
  valuesOf(row: number): readonly Scalar[]
  /** Returns row counts by value; rows without a value do not count. */
  countValues(within: RowSet): ReadonlyMap<Scalar, number>
  /** Returns the rows of `within` that match a condition on this path, as `matches` would. */
  select(leaf: Leaf, within: RowSet): RowSet
  /**
   * The rows of `within` that meet several bounds on this path at once; undefined if each bound must be selected
   * separately.
   */
  selectBetween?(bounds: readonly Compare[], within: RowSet): RowSet | undefined
  /**
   * Prepares the column for fast ranges and sorting, if that is worthwhile; returns undefined if there is nothing to
   * do.
   * @param locale the locale by which texts are sorted; ranges always use code point order
   */
  rank(sort: SlicedSort, locale?: string): Promise<void> | undefined
  /**
   * Prepares the column for fast ranges of numbers and times, if that is worthwhile; returns undefined if there is
   * nothing to do.
   */
  orderNumbers?(sort: SlicedSort): Promise<void> | undefined
  /** The order of the rows with texts sorted by a locale; missing if the column has no texts and so only one order. */
  sortableBy?(locale: string): Sortable
  /** A snapshot of the current order; later changes to the column do not affect it. */
  snapshot(locale?: string): Sortable
}

/** Rows that can be sorted. */
export interface Sortable {
  /** Whether a row has a sort value; rows without one come last. */
  isSorted(row: number): boolean
  /** Compares two rows that both have a sort value, as `compareRecords` would. */
  compare(a: number, b: number): number
  /**
   * A numeric sort key per row, NaN for a row without a sort value; undefined if the order cannot be expressed as
   * numbers.
   */
  readonly keys?: Float64Array | undefined
}

/** Implements `Column.countValues` for a column without a faster way to count. */
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
