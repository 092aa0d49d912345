import type { Sortable } from './column.ts'
import { RowSet } from './row-set.ts'
import { type Compare, lowerBound } from './sorting.ts'

/** Sorting all rows again is faster when more than 1000 rows plus one in this many have changed. */
const REBUILD_SHARE = 8

/** Up to this many changed rows are moved one by one. */
const MAX_SINGLE_MOVES = 8

/** Spare capacity for new rows. */
const SPARE = 1024

/** All rows of an index in the order of one sort. It catches up with changes when it is next used. */
export class RowOrder {
  readonly #compare: Compare
  #rows: Uint32Array = new Uint32Array(0)
  #end = 0
  readonly #changed = new Set<number>()

  /** @param compare a total order of the current rows: no two are equal */
  constructor(compare: Compare) {
    this.#compare = compare
  }

  /** Takes the rows, sorted by their values at the time this order was created. */
  build(sorted: Uint32Array): void {
    this.#rows = sorted
    this.#end = sorted.length
  }

  get bytes(): number {
    return this.#rows.byteLength
  }

  /** Records that a row was added, removed, or changed. */
  note(row: number): void {
    this.#changed.add(row)
  }

  /** Whether so many rows changed that sorting all rows is faster than `follow`. */
  get isOutdated(): boolean {
    return this.#changed.size > 1000 + this.#end / REBUILD_SHARE
  }

  /** Returns the live rows in order; the array is valid until the next call. */
  follow(live: RowSet): Uint32Array {
    if (this.#changed.size > MAX_SINGLE_MOVES) {
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

  // Shifting the rows after a position takes a fraction of the time of rebuilding the order.

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

/** Returns a comparer for one column. Rows without a sort value come last in both directions. */
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
