import { type Path, printPath } from '@typecase/content-query/fields'
import { printSort, type Sort, withId } from '@typecase/content-query/sort'

import type { Column, Sortable } from './column.ts'
import { comparerOf, RowOrder } from './row-order.ts'
import type { RowSet } from './row-set.ts'
import { type Compare, slicedSort } from './sorting.ts'

/** A sort that compares records; `random` does not. */
export type OrderedSort = Extract<Sort, { kind: 'keys' }>

/** A share of the rows below this one is sorted separately; for a larger share, the order of all rows is cached. */
const SMALL_PART = 1 / 64

/** The cost of comparing two rows, relative to skipping one. */
const COMPARE = 8

/** Maximum number of cached orders. */
const MAX_ORDERS = 16

/** Separates the sort keys from the locale in an order's name. */
const IN = '\0'

const nameOf = (sort: OrderedSort): string => `${printSort(sort)}${IN}${sort.locale ?? ''}`

const liveIn =
  (locale: string | undefined) =>
  (column: Column): Sortable =>
    (locale !== undefined && column.sortableBy?.(locale)) || column

/** The orders of an index's rows for the most recent sorts. */
export class RowOrders {
  readonly #columnOf: (path: Path) => Column | undefined
  /** Cached orders, most recently used last. */
  readonly #orders = new Map<string, RowOrder>()
  readonly #building = new Set<RowOrder>()

  /** @param columnOf returns the column of a path, if the index has one */
  constructor(columnOf: (path: Path) => Column | undefined) {
    this.#columnOf = columnOf
  }

  /** Memory in bytes. */
  get bytes(): number {
    return [...this.#orders.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Records that a row has changed. */
  note(row: number): void {
    for (const order of this.#orders.values()) order.note(row)
    for (const order of this.#building) order.note(row)
  }

  /** Drops the orders that sort by a path. */
  drop(path: string): void {
    this.#building.clear()
    for (const name of this.#orders.keys()) {
      const paths = (name.split(IN)[0] ?? '').split(',').map((key) => key.replace(/^-/, ''))
      if (paths.includes(path)) this.#orders.delete(name)
    }
  }

  /**
   * Whether rows can be sorted immediately: the order is cached, or there are few rows.
   * @param end one more than the highest row number used so far
   */
  canOrder({ count }: RowSet, sort: OrderedSort, end: number): boolean {
    const order = this.#orders.get(nameOf(sort))
    const isSmallPart = count <= 100 || count < end * SMALL_PART
    return (order !== undefined && !order.isOutdated) || isSmallPart
  }

  /** Sorts all rows and caches their order; yields to other work in between. */
  async make(sort: OrderedSort, live: () => RowSet): Promise<void> {
    const { locale } = sort
    for (const { path } of sort.keys) await this.#columnOf(path)?.rank(slicedSort, locale)
    const name = nameOf(sort)
    const order = new RowOrder(this.#comparer(sort, liveIn(locale)))
    this.#building.add(order)
    const frozen = this.#comparer(sort, (column) => column.snapshot(locale))
    order.build(await slicedSort(live().toRows(), frozen))
    // The column was dropped while the order was being built.
    if (!this.#building.delete(order)) return
    this.#orders.delete(name)
    for (const oldest of this.#orders.keys()) {
      if (this.#orders.size < MAX_ORDERS) break
      this.#orders.delete(oldest)
    }
    this.#orders.set(name, order)
  }

  /**
   * Returns the rows in order, possibly with other rows between them.
   * @param limit how many rows the caller reads, from the start
   */
  inOrder(rows: RowSet, sort: OrderedSort, limit: number, live: RowSet, end: number): Uint32Array {
    const name = nameOf(sort)
    const order = this.#orders.get(name)
    const { count } = rows
    // In the full order, other rows lie between the selected ones, and a walk passes them, too.
    const passed = Math.min(end, (Math.min(limit, count) * end) / count)
    if (!order || count === 0 || passed > count * Math.log2(count + 1) * COMPARE)
      return rows.toRows().sort(this.#comparer(sort, liveIn(sort.locale)))
    this.#orders.delete(name)
    this.#orders.set(name, order)
    return order.follow(live)
  }

  #comparer({ keys }: OrderedSort, sortableOf: (column: Column) => Sortable): Compare {
    const compares = withId(keys).map(({ path, descending }) => {
      const column = this.#columnOf(path)
      if (!column) throw new Error(`The column ${printPath(path)} is not loaded.`)
      return comparerOf(sortableOf(column), descending)
    })
    return (a, b) => {
      for (const compare of compares) {
        const order = compare(a, b)
        if (order !== 0) return order
      }
      return 0
    }
  }
}
