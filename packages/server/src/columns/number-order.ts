import type { RowSet } from './row-set.ts'
import { lowerBound, type SlicedSort } from './sorting.ts'

/** The share of changed rows above which the order is made again. */
const REBUILD_SHARE = 8

/** The rows that hold numbers, in ascending order: a range need not look at all of them. */
export class NumberOrder {
  #rows: Uint32Array = new Uint32Array(0)
  #values: Float64Array = new Float64Array(0)
  /** Rows whose numbers may be others now. */
  readonly #changed = new Set<number>()

  /** Puts rows in order as they are now, and lets other work in between; what changes meanwhile is noted. */
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

  /** Adds the rows of `within` whose numbers are from `least` to `most`. */
  select(numbers: Float64Array, least: number, most: number, within: RowSet, found: RowSet): void {
    const from = lowerBound(this.#rows.length, (at) => (this.#values[at] ?? 0) < least)
    const to = lowerBound(this.#rows.length, (at) => (this.#values[at] ?? 0) <= most)
    const isWide = to - from + this.#changed.size >= within.count
    const rows = isWide ? within.toRows() : this.#rows.subarray(from, Math.max(from, to))
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      const value = numbers[row] as number
      if (value >= least && value <= most && within.has(row)) found.add(row)
    }
    if (isWide) return
    for (const row of this.#changed) {
      const value = numbers[row] as number
      if (value >= least && value <= most && within.has(row)) found.add(row)
    }
  }
}
