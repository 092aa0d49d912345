import type { Leaf, Scalar } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import { matches } from '@typecase/content-query/match'
import type { StoredRecord } from '@typecase/content-query/stored-values'

import { type Column, countEach, type Sortable } from './column.ts'
import { RowSet } from './row-set.ts'

/** An id is 24 hex digits: three numbers of 32 bits. */
const WORDS = 3

/** A sequence of ids. */
export interface Ids {
  readonly length: number
  at(index: number): string
}

/** Ids by row, and rows by id. An id is stored as numbers, in 12 bytes instead of 48. */
export class IdColumn implements Column {
  readonly path: Path = ['id']
  #ids: Uint32Array
  /**
   * Open addressing, at most half full. A slot holds row + 1, or `GONE` for a removed row, at the first free position
   * from the hash on.
   */
  #slots: Uint32Array
  #used = 0
  readonly isWasteful = false

  constructor(rows: number) {
    this.#ids = new Uint32Array(rows * WORDS)
    this.#slots = new Uint32Array(rows * 4)
  }

  get bytes(): number {
    return this.#ids.byteLength + this.#slots.byteLength
  }

  grow(rows: number): void {
    const ids = new Uint32Array(rows * WORDS)
    ids.set(this.#ids)
    this.#ids = ids
    this.#rebuild(rows * 4)
  }

  set(row: number, { id }: StoredRecord): void {
    const words = wordsOf(id)
    if (!words) throw new Error(`${String(id)} is not an id`)
    if (this.#isAt(row, words)) return
    this.clear(row)
    this.#ids.set(words, row * WORDS)
    this.#enter(row)
  }

  clear(row: number): void {
    if (this.#isEmpty(row)) return
    const mask = this.#slots.length - 1
    let slot = this.#hashOf(row) & mask
    while (this.#slots[slot] !== row + 1) slot = (slot + 1) & mask
    this.#slots[slot] = GONE
    this.#ids.fill(0, row * WORDS, (row + 1) * WORDS)
  }

  /** The row of an id, or -1. */
  rowOf(id: unknown): number {
    const words = wordsOf(id)
    return words ? this.#find(words) : -1
  }

  /** Returns the row whose id equals that of another column's row, or -1. */
  rowLike(other: IdColumn, row: number): number {
    const [first = 0, second = 0, third = 0] = other.#ids.subarray(row * WORDS, (row + 1) * WORDS)
    return this.#find([first, second, third])
  }

  idOf(row: number): string {
    return textAt(this.#ids, row)
  }

  /** Returns a snapshot of the rows' ids; each becomes a string on access. */
  idsOf(rows: ArrayLike<number>): Ids {
    const words = new Uint32Array(rows.length * WORDS)
    for (let index = 0; index < rows.length; index++) {
      const from = (rows[index] ?? 0) * WORDS
      for (let word = 0; word < WORDS; word++)
        words[index * WORDS + word] = this.#ids[from + word] ?? 0
    }
    return { length: rows.length, at: (index) => textAt(words, index) }
  }

  valuesOf(row: number): readonly Scalar[] {
    return [this.idOf(row)]
  }

  countValues(within: RowSet): ReadonlyMap<Scalar, number> {
    return countEach(this, within)
  }

  select(leaf: Leaf, within: RowSet): RowSet {
    if (leaf.kind === 'exists') return within.copy()
    if (leaf.kind === 'in') return this.#selectEqual(leaf.values, within)
    if (leaf.kind === 'compare' && leaf.op === 'eq') return this.#selectEqual([leaf.value], within)
    const rows = new RowSet(within.words.length * 32)
    for (const row of within.toRows()) if (matches(leaf, { id: this.idOf(row) })) rows.add(row)
    return rows
  }

  isSorted(row: number): boolean {
    return !this.#isEmpty(row)
  }

  compare(a: number, b: number): number {
    return compareIds(this.#ids, a, b)
  }

  rank(): undefined {}

  snapshot(): Sortable {
    const ids = this.#ids.slice()
    return { isSorted: () => true, compare: (a, b) => compareIds(ids, a, b) }
  }

  #selectEqual(values: readonly Scalar[], within: RowSet): RowSet {
    const rows = new RowSet(within.words.length * 32)
    for (const value of values) {
      const row = this.rowOf(value)
      if (row >= 0 && within.has(row)) rows.add(row)
    }
    return rows
  }

  #find(words: Words): number {
    const mask = this.#slots.length - 1
    for (let slot = hashOf(words[1], words[2]) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] ?? 0
      if (entry === 0) return -1
      if (entry !== GONE && this.#isAt(entry - 1, words)) return entry - 1
    }
  }

  #isAt(row: number, [first, second, third]: Words): boolean {
    const at = row * WORDS
    const ids = this.#ids
    return ids[at] === first && ids[at + 1] === second && ids[at + 2] === third
  }

  /** An id is never all zeros, because it begins with a timestamp. */
  #isEmpty(row: number): boolean {
    return this.#isAt(row, [0, 0, 0])
  }

  #hashOf(row: number): number {
    return hashOf(this.#ids[row * WORDS + 1] ?? 0, this.#ids[row * WORDS + 2] ?? 0)
  }

  #enter(row: number): void {
    if (this.#used * 2 > this.#slots.length) this.#rebuild(this.#slots.length)
    const mask = this.#slots.length - 1
    let slot = this.#hashOf(row) & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = row + 1
    this.#used++
  }

  /** Inserts all rows again, which drops the marks of removed rows. */
  #rebuild(slots: number): void {
    this.#slots = new Uint32Array(slots)
    this.#used = 0
    for (let row = 0; row * WORDS < this.#ids.length; row++)
      if (!this.#isEmpty(row)) this.#enter(row)
  }
}

function compareIds(ids: Uint32Array, a: number, b: number): number {
  const [x, y] = [a * WORDS, b * WORDS]
  for (let word = 0; word < WORDS; word++) {
    const order = (ids[x + word] ?? 0) - (ids[y + word] ?? 0)
    if (order !== 0) return order
  }
  return 0
}

const GONE = 0xffffffff

type Words = readonly [number, number, number]

function wordsOf(id: unknown): Words | undefined {
  if (typeof id !== 'string' || id.length !== 8 * WORDS) return undefined
  const [first, second, third] = [wordAt(id, 0), wordAt(id, 8), wordAt(id, 16)]
  return first < 0 || second < 0 || third < 0 ? undefined : [first, second, third]
}

/**
 * Parses eight hex digits; returns -1 if they are invalid. Reading digit by digit is much faster than a regular
 * expression.
 */
function wordAt(id: string, from: number): number {
  let word = 0
  for (let at = from; at < from + 8; at++) {
    const unit = id.charCodeAt(at)
    const digit = unit >= 48 && unit <= 57 ? unit - 48 : unit >= 97 && unit <= 102 ? unit - 87 : -1
    if (digit < 0) return -1
    word = word * 16 + digit
  }
  return word
}

function textAt(ids: Uint32Array, index: number): string {
  const at = index * WORDS
  return hex(ids[at]) + hex(ids[at + 1]) + hex(ids[at + 2])
}

const hex = (word = 0): string => word.toString(16).padStart(8, '0')

/** The last 64 bits of an id contain 40 random bits and a 16-bit counter, so mixing them suffices as a hash. */
const hashOf = (second: number, third: number): number =>
  (third ^ Math.imul(second, 0x9e3779b1)) >>> 0
