/** A set of row numbers, one bit each. Sets that are combined must have the same capacity. */
export class RowSet {
  readonly words: Int32Array

  /** @param rows the capacity: row numbers are below it */
  constructor(rows: number)
  constructor(words: Int32Array)
  constructor(of: number | Int32Array) {
    this.words = typeof of === 'number' ? new Int32Array((of + 31) >>> 5) : of
  }

  has(row: number): boolean {
    return (((this.words[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1
  }

  add(row: number): void {
    const at = row >>> 5
    this.words[at] = (this.words[at] ?? 0) | (1 << (row & 31))
  }

  delete(row: number): void {
    const at = row >>> 5
    this.words[at] = (this.words[at] ?? 0) & ~(1 << (row & 31))
  }

  get count(): number {
    let count = 0
    const { words } = this
    // Iterating over the words with `for…of` takes several times as long.
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? 0
      if (word !== 0) count += bitCount(word)
    }
    return count
  }

  /** Adds the rows of the other set. */
  union(other: RowSet): this {
    const { words } = this
    for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) | (other.words[at] ?? 0)
    return this
  }

  /** Keeps the rows that are also in the other set. */
  intersect(other: RowSet): this {
    const { words } = this
    for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) & (other.words[at] ?? 0)
    return this
  }

  /** Removes the rows of the other set. */
  subtract(other: RowSet): this {
    const { words } = this
    for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) & ~(other.words[at] ?? 0)
    return this
  }

  /** An empty set with the same capacity. */
  emptyCopy(): RowSet {
    return new RowSet(new Int32Array(this.words.length))
  }

  copy(): RowSet {
    return new RowSet(this.words.slice())
  }

  /** A copy with room for more rows. */
  copyWithRoom(rows: number): RowSet {
    const grown = new RowSet(rows)
    grown.words.set(this.words)
    return grown
  }

  /** The rows in ascending order. */
  toRows(): Uint32Array {
    const rows = new Uint32Array(this.count)
    let count = 0
    for (let at = 0; at < this.words.length; at++) {
      for (let bits = this.words[at] ?? 0; bits !== 0; bits &= bits - 1) {
        rows[count++] = (at << 5) + lowestBit(bits)
      }
    }
    return rows
  }
}

/** Returns the number of set bits: Hacker's Delight, 2nd edition, figure 5-2. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Returns the position of the lowest set bit. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)
