import type { Compare, Leaf, Scalar } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import { compareText } from '@typecase/content-query/fold'
import { compileRegex } from '@typecase/content-query/regex'
import type { StoredRecord } from '@typecase/content-query/stored-values'

import { type Column, countEach, type Sortable } from './column.ts'
import { NumberRanges } from './number-order.ts'
import { RowSet } from './row-set.ts'
import { scanEach } from './scans.ts'
import type { SlicedSort } from './sorting.ts'

/**
 * The times, in UNIX ms, that ISO 8601 writes with a four-digit year. Within this range, texts and times sort alike.
 */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether a text is a time as the server writes it: `Date.toISOString` with a four-digit year. */
export function isTime(text: string): boolean {
  const time = text.length === 24 ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && textOf(time) === text
}

const textOf = (time: number): string => new Date(time).toISOString()

/**
 * A column of times that the server itself writes: ISO 8601 texts in UTC with milliseconds, stored as numbers. It
 * answers queries as if it held the texts.
 */
export class TimeColumn implements Column {
  readonly path: Path
  #times: Float64Array
  readonly #ranges = new NumberRanges()
  readonly isWasteful = false

  constructor(field: string, rows: number) {
    this.path = [field]
    this.#times = new Float64Array(rows).fill(Number.NaN)
  }

  get bytes(): number {
    return this.#times.byteLength + this.#ranges.bytes
  }

  grow(rows: number): void {
    const grown = new Float64Array(rows).fill(Number.NaN, this.#times.length)
    grown.set(this.#times)
    this.#times = grown
  }

  /** Reads a text for which `isTime` holds. */
  set(row: number, record: StoredRecord): void {
    const text = record[this.path[0]]
    this.#put(row, typeof text === 'string' ? Date.parse(text) : Number.NaN)
  }

  clear(row: number): void {
    this.#put(row, Number.NaN)
  }

  #put(row: number, time: number): void {
    this.#times[row] = time
    this.#ranges.note(row)
  }

  valuesOf(row: number): readonly Scalar[] {
    return this.isSorted(row) ? [textOf(this.#times[row] ?? 0)] : []
  }

  countValues(within: RowSet): ReadonlyMap<Scalar, number> {
    return countEach(this, within)
  }

  select(leaf: Leaf, within: RowSet): RowSet {
    switch (leaf.kind) {
      case 'exists':
        return this.#selectBetween(FIRST, LAST, within)
      case 'in':
        return this.#selectEqual(leaf.values, within)
      case 'all':
        // A row has at most one time.
        return leaf.values.length === 1
          ? this.#selectEqual(leaf.values, within)
          : new RowSet(this.#times.length)
      case 'compare':
        if (leaf.op === 'eq') return this.#selectEqual([leaf.value], within)
        return this.selectBetween([leaf], within)
      default: {
        const { test } = compileRegex(leaf.pattern, leaf.flags)
        return this.#selectWhere((time) => !Number.isNaN(time) && test(textOf(time)), within)
      }
    }
  }

  isSorted(row: number): boolean {
    return !Number.isNaN(this.#times[row] ?? Number.NaN)
  }

  compare(a: number, b: number): number {
    return (this.#times[a] ?? 0) - (this.#times[b] ?? 0)
  }

  rank(): undefined {}

  snapshot(): Sortable {
    const times = this.#times.slice()
    return {
      isSorted: (row) => !Number.isNaN(times[row] ?? Number.NaN),
      compare: (a, b) => (times[a] ?? 0) - (times[b] ?? 0),
      keys: times,
    }
  }

  #selectEqual(values: readonly Scalar[], within: RowSet): RowSet {
    const texts = values.filter((value) => typeof value === 'string')
    const times = new Set(texts.filter(isTime).map((text) => Date.parse(text)))
    // A missing value equals null.
    if (values.includes(null)) times.add(Number.NaN)
    return this.#selectWhere((time) => times.has(time), within)
  }

  selectBetween(bounds: readonly Compare[], within: RowSet): RowSet {
    let [least, most] = [FIRST, LAST]
    for (const { op, value } of bounds) {
      if (typeof value !== 'string') return within.emptyCopy()
      const isAfter = op === 'gt' || op === 'lte'
      const first = firstTime(value, isAfter ? 1 : 0)
      if (op === 'gt' || op === 'gte') least = Math.max(least, first)
      else most = Math.min(most, first - 1)
    }
    return this.#selectBetween(least, most, within)
  }

  /** Prepares the column for fast ranges; returns undefined if there is nothing to do. */
  orderNumbers(sort: SlicedSort): Promise<void> | undefined {
    return this.#ranges.prepare(this.#times, sort)
  }

  #selectBetween(least: number, most: number, within: RowSet): RowSet {
    const matches = within.emptyCopy()
    this.#ranges.select(this.#times, least, most, within, matches)
    return matches
  }

  #selectWhere(has: (time: number) => boolean, within: RowSet): RowSet {
    const matches = within.emptyCopy()
    scanEach(this.#times, { has }, within, matches)
    return matches
  }
}

/**
 * Returns the first time whose text equals `text` or comes after it in code point order.
 * @param shift 1 for the first time that comes strictly after `text`
 */
function firstTime(text: string, shift: 0 | 1): number {
  let [low, high] = [FIRST, LAST + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (compareText(textOf(middle), text) < shift) low = middle + 1
    else high = middle
  }
  return low
}
