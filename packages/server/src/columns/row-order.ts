import type { Sortable } from './column.ts'
import { RowSet } from './row-set.ts'
import { type Compare, lowerBound } from './sorting.ts'

/** The share of changed rows above which it is quicker to sort all rows again. */
const REBUILD_SHARE = 8

/** So few changed rows are moved one by one. */
const FEW = 8

/** Room for rows that come later. */
const SPARE = 1024

/** All rows of an index in the order of one sort. It follows changes when it is used next. */
export class RowOrder {
  readonly #compare: Compare
  #rows: Uint32Array = new Uint32Array(0)
  #end = 0
  readonly #changed = new Set<number>()

  /** @param compare a total order of the current rows: no two are equal */
  constructor(compare: Compare) {
    this.#compare = compare
  }

  /** Takes over rows that were sorted as they were when this order was made. */
  build(sorted: Uint32Array): void {
    this.#rows = sorted
    this.#end = sorted.length
  }

  get bytes(): number {
    return this.#rows.byteLength
  }

  /** Says that a row is new, gone, or has other values. */
  note(row: number): void {
    this.#changed.add(row)
  }

  /** Whether so much changed that sorting all rows takes less time than `follow`. */
  get isOutdated(): boolean {
    return this.#changed.size > 1000 + this.#end / REBUILD_SHARE
  }

  /** The live rows in order, until the next call. */
  follow(live: RowSet): Uint32Array {
    if (this.#changed.size > FEW) {
      this.#rows = this.#merged(live)
      this.#end = this.#rows.length
    } else {
      for (const row of this.#changed) this.#takeOut(row)
      for (const row of this.#changed) if (live.has(row)) this.#putIn(row)
    }
    this.#changed.clear()
    return this.#inUse
  }

  get #inUse(): Uint32Array {
    return this.#rows.subarray(0, this.#end)
  }

  // Moving the rows behind one takes a fraction of the time of rebuilding the order.

  #takeOut(row: number): void {
    const index = this.#inUse.indexOf(row)
    if (index >= 0) this.#rows.copyWithin(index, index + 1, this.#end--)
  }

  #putIn(row: number): void {
    const index = lowerBound(this.#end, (at) => this.#compare(this.#rows[at] ?? 0, row) < 0)
    if (this.#end === this.#rows.length) {
      const rows = new Uint32Array(this.#end + SPARE)
      rows.set(this.#rows)
      this.#rows = rows
    }
    this.#rows.copyWithin(index + 1, index, this.#end++)
    this.#rows[index] = row
  }

  #merged(live: RowSet): Uint32Array {
    const moved = Uint32Array.from([...this.#changed].filter((row) => live.has(row)))
    moved.sort(this.#compare)
    const stayed = this.#withoutChanged(live)
    const rows = new Uint32Array(stayed.length + moved.length)
    let [from, to] = [0, 0]
    for (const row of moved) {
      const index = lowerBound(stayed.length, (at) => this.#compare(stayed[at] ?? 0, row) < 0)
      rows.set(stayed.subarray(from, index), to)
      to += index - from
      rows[to++] = row
      from = index
    }
    rows.set(stayed.subarray(from), to)
    return rows
  }

  #withoutChanged(live: RowSet): Uint32Array {
    const changed = new RowSet(live.words.length * 32)
    for (const row of this.#changed) changed.add(row)
    const stayed = new Uint32Array(this.#end)
    let length = 0
    for (const row of this.#inUse) if (!changed.has(row)) stayed[length++] = row
    return stayed.subarray(0, length)
  }
}

/** Rows without a key in the order come last in both directions. */
export function comparerOf(column: Sortable, descending: boolean): Compare {
  if (column.keys) return comparerOfKeys(column.keys, descending ? -1 : 1)
  return (a, b) => {
    const [isA, isB] = [column.isSorted(a), column.isSorted(b)]
    if (isA && isB) return descending ? column.compare(b, a) : column.compare(a, b)
    return Number(isB) - Number(isA)
  }
}

function comparerOfKeys(keys: Float64Array, sign: 1 | -1): Compare {
  return (a, b) => {
    const [x, y] = [keys[a] as number, keys[b] as number]
    if (x < y) return -sign
    if (x > y) return sign
    return x === y ? 0 : Number(Number.isNaN(x)) - Number(Number.isNaN(y))
  }
}
