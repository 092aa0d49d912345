import { type Path, printPath } from '@typecase/content-query/fields'
import { printSort, type Sort, withId } from '@typecase/content-query/sort'

import type { Column, Sortable } from './column.ts'
import { comparerOf, RowOrder } from './row-order.ts'
import type { RowSet } from './row-set.ts'
import { type Compare, slicedSort } from './sorting.ts'

/** A sort that compares records, which `random` does not. */
export type OrderedSort = Extract<Sort, { kind: 'keys' }>

/** A part this small is sorted separately; for more, the order of all rows is cached. */
const SMALL_PART = 1 / 64

/** The cost of comparing two rows, relative to skipping one. */
const COMPARE = 8

/** Orders in the cache. */
const MAX_ORDERS = 16

/** Between the keys of an order's name and its locale. */
const IN = '\0'

const nameOf = (sort: OrderedSort): string => `${printSort(sort)}${IN}${sort.locale ?? ''}`

const liveIn =
  (locale: string | undefined) =>
  (column: Column): Sortable =>
    (locale !== undefined && column.collated?.(locale)) || column

/** The orders of an index's rows by the sorts that were used last. */
export class RowOrders {
  readonly #columnOf: (path: Path) => Column | undefined
  /** The one used last is the last one. */
  readonly #orders = new Map<string, RowOrder>()
  readonly #building = new Set<RowOrder>()

  /** @param columnOf the column of a path, where the index has one */
  constructor(columnOf: (path: Path) => Column | undefined) {
    this.#columnOf = columnOf
  }

  /** Memory in bytes. */
  get bytes(): number {
    return [...this.#orders.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Takes in that a row has changed. */
  note(row: number): void {
    for (const order of this.#orders.values()) order.note(row)
    for (const order of this.#building) order.note(row)
  }

  /** Drops the orders that compare a path. */
  drop(path: string): void {
    this.#building.clear()
    for (const name of this.#orders.keys()) {
      const paths = (name.split(IN)[0] ?? '').split(',').map((key) => key.replace(/^-/, ''))
      if (paths.includes(path)) this.#orders.delete(name)
    }
  }

  /**
   * Whether rows can be sorted at once: the order is cached, or there are few of them.
   * @param end number of rows that the index has room for so far
   */
  canOrder({ count }: RowSet, sort: OrderedSort, end: number): boolean {
    const order = this.#orders.get(nameOf(sort))
    const isSmallPart = count <= 100 || count < end * SMALL_PART
    return (order !== undefined && !order.isOutdated) || isSmallPart
  }

  /** Sorts all rows, and lets other work in between. */
  async make(sort: OrderedSort, live: () => RowSet): Promise<void> {
    const { locale } = sort
    for (const { path } of sort.keys) await this.#columnOf(path)?.rank(slicedSort, locale)
    const name = nameOf(sort)
    const order = new RowOrder(this.#comparer(sort, liveIn(locale)))
    this.#building.add(order)
    const frozen = this.#comparer(sort, (column) => column.frozen(locale))
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
   * The rows in order; others may be between them.
   * @param limit how many are read, from the first on
   */
  inOrder(rows: RowSet, sort: OrderedSort, limit: number, live: RowSet, end: number): Uint32Array {
    const name = nameOf(sort)
    const order = this.#orders.get(name)
    const { count } = rows
    // Scattered rows have others between them in the full order, which the walk passes as well.
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
