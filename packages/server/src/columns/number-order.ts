import type { RowSet } from './row-set.ts'
import { scanInterval } from './scans.ts'
import { lowerBound, type SlicedSort } from './sorting.ts'

/** The order is rebuilt when more than 1000 rows plus one in this many have changed. */
const REBUILD_SHARE = 8

/** The rows that hold numbers, in ascending order, so that a range need not examine every row. */
export class NumberOrder {
  #rows: Uint32Array = new Uint32Array(0)
  #values: Float64Array = new Float64Array(0)
  /** Rows whose numbers may have changed since the build. */
  readonly #changed = new Set<number>()

  /** Sorts a snapshot of the rows and yields to other work in between. `note` records changes made during the sort. */
  async build(numbers: Float64Array, sort: SlicedSort): Promise<void> {
    const frozen = numbers.slice()
    const rows = Uint32Array.from(frozen.keys()).filter((row) => !Number.isNaN(frozen[row]))
    this.#rows = await sort(rows, (a, b) => (frozen[a] ?? 0) - (frozen[b] ?? 0))
    this.#values = Float64Array.from(this.#rows, (row) => frozen[row] ?? 0)
  }

  get bytes(): number {
    return this.#rows.byteLength + this.#values.byteLength
  }

  get isOutdated(): boolean {
    return this.#changed.size > 1000 + this.#rows.length / REBUILD_SHARE
  }

  note(row: number): void {
    this.#changed.add(row)
  }

  /** Adds the rows of `within` whose numbers lie between `least` and `most`, inclusive. */
  select(
    numbers: Float64Array,
    least: number,
    most: number,
    within: RowSet,
    matches: RowSet,
  ): void {
    const from = lowerBound(this.#rows.length, (at) => (this.#values[at] ?? 0) < least)
    const to = lowerBound(this.#rows.length, (at) => (this.#values[at] ?? 0) <= most)
    // For a large share of the rows, a scan is faster than the order.
    if ((to - from) * 2 > numbers.length) {
      scanInterval(numbers, least, most, within, matches)
      return
    }
    const between = within.emptyCopy()
    for (let at = from; at < to; at++) between.add(this.#rows[at] as number)
    for (const row of this.#changed) {
      const value = numbers[row] as number
      if (value >= least && value <= most) between.add(row)
      else between.delete(row)
    }
    matches.union(between.intersect(within))
  }
}

/** Below this number of rows, a scan is as fast as an order of the numbers. */
const WORTH_ORDERING = 8192

/** Selects ranges of a column's numbers: through their order once it is built, with a scan until then. */
export class NumberRanges {
  #order: NumberOrder | undefined
  /** The order that is being built. */
  #next: NumberOrder | undefined
  #making: Promise<void> | undefined

  get bytes(): number {
    return this.#order?.bytes ?? 0
  }

  /** Records that the number of a row may have changed. */
  note(row: number): void {
    this.#order?.note(row)
    this.#next?.note(row)
  }

  /** Sorts the numbers if that speeds up ranges; returns undefined if that is done already or not worthwhile. */
  prepare(numbers: Float64Array, sort: SlicedSort): Promise<void> | undefined {
    const isReady = this.#order && !this.#order.isOutdated
    if (numbers.length < WORTH_ORDERING || isReady) return undefined
    return (this.#making ??= this.#make(numbers, sort))
  }

  async #make(numbers: Float64Array, sort: SlicedSort): Promise<void> {
    const order = (this.#next = new NumberOrder())
    await order.build(numbers, sort)
    this.#order = order
    this.#next = undefined
    this.#making = undefined
  }

  /** Adds the rows of `within` whose numbers lie between `least` and `most`, inclusive. */
  select(
    numbers: Float64Array,
    least: number,
    most: number,
    within: RowSet,
    matches: RowSet,
  ): void {
    if (this.#order) this.#order.select(numbers, least, most, within, matches)
    else scanInterval(numbers, least, most, within, matches)
  }
}
