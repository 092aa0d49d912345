import type { Compare, Leaf, Regex, Scalar } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import { isScalar } from '@typecase/content-query/json-guard'
import { compileRegex } from '@typecase/content-query/regex'
import { sortValue } from '@typecase/content-query/sort'
import { scalarsOf, type StoredRecord, valuesAt } from '@typecase/content-query/stored-values'

import { type Column, countEach, type Sortable } from './column.ts'
import { NumberRanges } from './number-order.ts'
import { rangeOf } from './number-range.ts'
import { lowestBit, RowSet } from './row-set.ts'
import { type Numbers, scanEach, scanEqual, scanTable } from './scans.ts'
import { nextSlice, sliceIsOver, type SlicedSort } from './sorting.ts'
import type { PatternBudget } from './pattern-budget.ts'
import { formOf, SEGMENT, type TextRange, TextTable } from './text-table.ts'
import { NOT_FOUND, TextWords } from './text-words.ts'
import { codeOfWord, FALSE, MISSING, NULL, NUMBER, OTHER, TEXT, TRUE } from './value-codes.ts'
import { compareCells, frozenOrder, isSortedCode } from './value-order.ts'

/** The first code of a number in a list. */
const LISTED_NUMBER = 0x40000000

/** Below this number of texts, comparing them is as fast as comparing ranks. */
const WORTH_RANKING = 500

/** UTF-16 units searched for a literal without a pause: a few milliseconds, including folding. */
const SEARCHED_AT_ONCE = 200_000
/** UTF-16 units of such a search that count as one step of the pattern budget. */
const UNITS_PER_STEP = 20

/** Number of texts looked up without a pause, which takes a fraction of a millisecond. */
const LOOKED_UP_AT_ONCE = 1000

/**
 * A column for values of any kind: texts as codes of a dictionary, numbers directly, lists as runs of codes. Repeaters,
 * options and embedded objects are stored as lists of every scalar that they can be compared as.
 */
export class ValueColumn implements Column {
  readonly path: Path
  #codes: Int32Array
  #numbers: Float64Array | undefined
  readonly #ranges = new NumberRanges()
  readonly #texts = new TextTable()
  #words: TextWords | undefined
  /** Test results of texts by the pattern of a running query: one byte for each code that existed at the time. */
  readonly #tested = new WeakMap<Regex, Uint8Array>()
  /** The lists, each stored as its length followed by its codes. */
  #pool = new Int32Array(16)
  #poolEnd = 0
  #lists = 0
  #listed = 0
  readonly #listedNumbers: number[] = []
  readonly #listedNumberCodes = new Map<number, number>()

  constructor(path: Path, rows: number) {
    this.path = path
    this.#codes = new Int32Array(rows)
  }

  get bytes(): number {
    const listed = this.#listedNumbers.length * 60
    const numbers = (this.#numbers?.byteLength ?? 0) + listed + this.#ranges.bytes
    return (
      this.#codes.byteLength +
      this.#pool.byteLength +
      numbers +
      this.#texts.bytes +
      (this.#words?.bytes ?? 0)
    )
  }

  /** Whether no row has a value. */
  get isEmpty(): boolean {
    return this.#codes.every((code) => code === MISSING)
  }

  get isWasteful(): boolean {
    const rows = this.#codes.length
    const pool = this.#poolEnd - this.#listed - this.#lists
    return this.#texts.size > 2 * rows + this.#listed + 1000 || pool > this.#poolEnd / 2 + 1000
  }

  /** The words of the column's texts, collected from the first access on. */
  get words(): TextWords {
    return (this.#words ??= new TextWords(this.#texts))
  }

  /**
   * Returns the lowest cost of finding a typed word in a row.
   * @param costs costs by the codes of the texts
   * @param number the typed word as a number, if it is one: a row with this number costs nothing
   */
  costAt(row: number, costs: Uint16Array, number: number | undefined): number {
    const code = this.#codes[row] ?? MISSING
    if (code === NUMBER) return this.#numbers?.[row] === number ? 0 : NOT_FOUND
    if (code >= 0) return costs[code - TEXT] ?? NOT_FOUND
    const start = ~code + 1
    const listed = this.#pool.subarray(start, start + (this.#pool[~code] ?? 0))
    return listed.reduce((least, one) => Math.min(least, costs[one - TEXT] ?? NOT_FOUND), NOT_FOUND)
  }

  grow(rows: number): void {
    const codes = new Int32Array(rows)
    codes.set(this.#codes)
    this.#codes = codes
    if (this.#numbers) this.#numbers = grownNumbers(this.#numbers, rows)
  }

  set(row: number, record: StoredRecord): void {
    this.clear(row)
    const values = valuesAt(record, this.path)
    const [first] = values
    if (values.length === 0) return
    if (values.length === 1 && isScalar(first) && this.#isDirect(record, first)) {
      this.#codes[row] = this.#codeOf(row, first)
      return
    }
    const scalars = values.flatMap(scalarsOf)
    this.#codes[row] = scalars.length === 0 ? OTHER : ~this.#addList(scalars)
  }

  clear(row: number): void {
    const code = this.#codes[row] ?? MISSING
    if (code < 0) {
      this.#lists--
      this.#listed -= this.#pool[~code] ?? 0
    }
    this.#codes[row] = MISSING
    if (this.#numbers) this.#numbers[row] = Number.NaN
    this.#ranges.note(row)
  }

  valuesOf(row: number): readonly Scalar[] {
    const code = this.#codes[row] ?? MISSING
    if (code === NUMBER) return [this.#numbers?.[row] ?? 0]
    if (code >= 0) return this.#scalarOf(code)
    const start = ~code + 1
    return [...this.#pool.subarray(start, start + (this.#pool[~code] ?? 0))].flatMap((listed) =>
      listed >= LISTED_NUMBER
        ? (this.#listedNumbers[listed - LISTED_NUMBER] ?? [])
        : this.#scalarOf(listed),
    )
  }

  countValues(within: RowSet): ReadonlyMap<Scalar, number> {
    if (this.#lists > 0 || this.#numbers) return countEach(this, within)
    const counts = new Uint32Array(TEXT + this.#texts.size)
    for (const row of within.toRows()) {
      const code = this.#codes[row] ?? MISSING
      counts[code] = (counts[code] ?? 0) + 1
    }
    const rowsByValue = new Map<Scalar, number>()
    for (const [code, count] of counts.entries()) {
      if (count > 0) for (const value of this.#scalarOf(code)) rowsByValue.set(value, count)
    }
    return rowsByValue
  }

  select(leaf: Leaf, within: RowSet): RowSet {
    switch (leaf.kind) {
      case 'exists':
        return this.#scan(this.#table(1).fill(0, 0, 1), undefined, within)
      case 'in':
        return this.#selectEqual(leaf.values, within)
      case 'all': {
        const [first, ...others] = leaf.values
        if (first === undefined) return new RowSet(this.#codes.length)
        let rows = this.#selectEqual([first], within)
        for (const value of others) rows = this.#selectEqual([value], rows)
        return rows
      }
      case 'compare':
        if (leaf.op === 'eq') return this.#selectEqual([leaf.value], within)
        return this.#selectRange(leaf, within)
      default: {
        const tested = this.#tested.get(leaf)
        if (tested?.length === TEXT + this.#texts.size) return this.#scan(tested, undefined, within)
        const table = this.#table(0)
        if (tested) table.set(tested)
        const { literal, test } = compileRegex(leaf.pattern, leaf.flags)
        const from = tested && tested.length - TEXT
        if (literal === undefined) this.#texts.markWhere(test, table, TEXT, from)
        else this.#texts.markContaining(literal, formOf(leaf), table, TEXT)
        return this.#scan(table, undefined, within)
      }
    }
  }

  selectBetween(bounds: readonly Compare[], within: RowSet): RowSet | undefined {
    // In a list, one value may meet one bound and another value the other bound.
    if (this.#lists > 0) return undefined
    let [least, most] = [-Infinity, Infinity]
    for (const bound of bounds) {
      if (typeof bound.value !== 'number') return undefined
      const range = rangeOf(bound.op, bound.value)
      least = Math.max(least, range.least)
      most = Math.min(most, range.most)
    }
    return this.#selectNumbers(least, most, within)
  }

  /** The distinct texts of the rows, including outdated ones. */
  get texts(): Pick<TextTable, 'size' | 'at' | 'find'> {
    return this.#texts
  }

  /** Returns one byte per code, 1 for the codes of the given texts; yields to other work in between. */
  async codesIn(texts: ReadonlySet<string>): Promise<Uint8Array> {
    const codes = new Uint8Array(this.#texts.size)
    for (let code = 0; code < codes.length; code++) {
      if (code % LOOKED_UP_AT_ONCE === 0) while (sliceIsOver()) await nextSlice()
      if (texts.has(this.#texts.at(code))) codes[code] = 1
    }
    return codes
  }

  /** The rows of `within` that hold a text whose code matches. */
  selectTexts(isMatch: (code: number) => boolean, within: RowSet): RowSet {
    const table = this.#table(0)
    for (let code = 0; code < this.#texts.size; code++) if (isMatch(code)) table[TEXT + code] = 1
    return this.#scan(table, undefined, within)
  }

  isSorted(row: number): boolean {
    return isSortedCode(this.#codes[row])
  }

  compare(a: number, b: number, locale?: string): number {
    return compareCells(this.#codes, this.#numbers, this.#texts, locale, a, b)
  }

  sortableBy(locale: string): Sortable {
    return {
      isSorted: (row) => this.isSorted(row),
      compare: (a, b) => this.compare(a, b, locale),
    }
  }

  snapshot(locale?: string): Sortable {
    return frozenOrder(this.#codes, this.#numbers, this.#texts, locale)
  }

  rank(sort: SlicedSort, locale?: string): Promise<void> | undefined {
    const { size } = this.#texts
    const isWorthIt = size > WORTH_RANKING && this.#texts.countUnranked(locale) > size / 8
    return isWorthIt ? this.#texts.rank(sort, locale) : undefined
  }

  /**
   * Tests the texts against a pattern before `select` and yields to other work in between; returns undefined if there
   * is nothing to do.
   */
  testAhead(leaf: Regex, budget: PatternBudget): Promise<void> | undefined {
    const tested = this.#tested.get(leaf)
    const isDone = tested?.length === TEXT + this.#texts.size
    return isDone ? undefined : this.#testAll(leaf, tested, budget)
  }

  async #testAll(
    leaf: Regex,
    earlierResults: Uint8Array | undefined,
    budget: PatternBudget,
  ): Promise<void> {
    const texts = this.#texts
    const { size } = texts
    const tested = this.#table(0)
    if (earlierResults) tested.set(earlierResults)
    const { literal } = compileRegex(leaf.pattern, leaf.flags)
    for (let code = earlierResults ? earlierResults.length - TEXT : 0; code < size;) {
      const units = texts.unitsFrom(code - (code % SEGMENT))
      const end = Math.min(size, code - (code % SEGMENT) + SEGMENT)
      while (sliceIsOver()) await budget.pause()
      if (literal !== undefined && units <= SEARCHED_AT_ONCE) {
        budget.spend(leaf, units / UNITS_PER_STEP)
        texts.markSegment(code - (code % SEGMENT), literal, formOf(leaf), tested, TEXT)
      } else {
        for (; code < end; code++) {
          const is = budget.test(leaf, texts.at(code))
          if (is === true || (is !== false && (await is))) tested[TEXT + code] = 1
        }
      }
      code = end
    }
    this.#tested.set(leaf, tested)
  }

  /** Prepares the column for fast ranges of numbers; returns undefined if there is nothing to do. */
  orderNumbers(sort: SlicedSort): Promise<void> | undefined {
    return this.#numbers && this.#ranges.prepare(this.#numbers, sort)
  }

  /** Whether a value has a sort position. Values inside a repeater or list have none, even if there is only one. */
  #isDirect(record: StoredRecord, value: Scalar): boolean {
    return this.path.length <= 2 || value === null || sortValue(record, this.path) !== undefined
  }

  #codeOf(row: number, value: Scalar): number {
    if (typeof value === 'string') return TEXT + this.#texts.add(value)
    if (typeof value !== 'number') return codeOfWord(value)
    this.#numbers ??= new Float64Array(this.#codes.length).fill(Number.NaN)
    this.#numbers[row] = value
    return NUMBER
  }

  #scalarOf(code: number): readonly Scalar[] {
    if (code >= TEXT) return [this.#texts.at(code - TEXT)]
    return code === NULL ? [null] : code === FALSE ? [false] : code === TRUE ? [true] : []
  }

  #addList(scalars: readonly Scalar[]): number {
    const start = this.#poolEnd
    const end = start + 1 + scalars.length
    if (end > this.#pool.length) {
      const pool = new Int32Array(Math.max(end, this.#pool.length * 2))
      pool.set(this.#pool)
      this.#pool = pool
    }
    this.#pool[start] = scalars.length
    for (const [index, value] of scalars.entries()) {
      this.#pool[start + 1 + index] = this.#listedCode(value)
    }
    this.#poolEnd = end
    this.#lists++
    this.#listed += scalars.length
    return start
  }

  #listedCode(value: Scalar): number {
    if (typeof value === 'string') return TEXT + this.#texts.add(value)
    if (typeof value !== 'number') return codeOfWord(value)
    const cached = this.#listedNumberCodes.get(value)
    if (cached !== undefined) return cached
    const code = LISTED_NUMBER + this.#listedNumbers.push(value) - 1
    this.#listedNumberCodes.set(value, code)
    return code
  }

  /** Returns one byte per code, all with the same value. */
  #table(accepts: 0 | 1): Uint8Array {
    return new Uint8Array(TEXT + this.#texts.size).fill(accepts)
  }

  #selectEqual(values: readonly Scalar[], within: RowSet): RowSet {
    const [first] = values
    // The usual condition needs no table, which would have one byte per text.
    if (values.length === 1 && typeof first === 'string' && this.#lists === 0) {
      const codes = this.#texts.codesOf(first)
      if (codes.length <= 1) {
        const matches = within.emptyCopy()
        for (const code of codes) scanEqual(this.#codes, TEXT + code, within, matches)
        return matches
      }
    }
    const table = this.#table(0)
    const numbers = new Set<number>()
    for (const value of values) {
      if (typeof value === 'number') numbers.add(value)
      else if (typeof value === 'string') {
        for (const code of this.#texts.codesOf(value)) table[TEXT + code] = 1
      } else table[codeOfWord(value)] = 1
      // A missing value equals null.
      if (value === null) table[MISSING] = 1
    }
    const [only] = numbers
    if (only === undefined) return this.#scan(table, undefined, within)
    const accepted: Numbers =
      numbers.size === 1
        ? { least: only, most: only, has: (value) => value === only }
        : { has: (value) => numbers.has(value) }
    return this.#scan(table, accepted, within)
  }

  #selectRange({ op, value }: Compare, within: RowSet): RowSet {
    if (typeof value === 'string') {
      const bound = { text: value, inclusive: op === 'gte' || op === 'lte' }
      const range: TextRange = op === 'gt' || op === 'gte' ? { least: bound } : { most: bound }
      const table = this.#table(0)
      this.#texts.markBetween(range, table, TEXT)
      return this.#scan(table, undefined, within)
    }
    if (typeof value !== 'number') return new RowSet(this.#codes.length)
    const { least, most } = rangeOf(op, value)
    return this.#selectNumbers(least, most, within)
  }

  #selectNumbers(least: number, most: number, within: RowSet): RowSet {
    const has = (value: number) => value >= least && value <= most
    return this.#scan(this.#table(0), { least, most, has }, within)
  }

  #scan(table: Uint8Array, numbers: Numbers | undefined, within: RowSet): RowSet {
    const matches = within.emptyCopy()
    if (this.#lists > 0) this.#scanLists(table, numbers, within, matches)
    else {
      const only = table.indexOf(1)
      if (only >= 0 && only === table.lastIndexOf(1)) scanEqual(this.#codes, only, within, matches)
      else if (only >= 0) scanTable(this.#codes, table, within, matches)
    }
    if (numbers && this.#numbers) {
      if (numbers.least === undefined) scanEach(this.#numbers, numbers, within, matches)
      else this.#ranges.select(this.#numbers, numbers.least, numbers.most, within, matches)
    }
    return matches
  }

  #scanLists(table: Uint8Array, numbers: Numbers | undefined, { words }: RowSet, matches: RowSet) {
    for (let at = 0; at < words.length; at++) {
      for (let bits = words[at] ?? 0; bits !== 0; bits &= bits - 1) {
        const row = (at << 5) + lowestBit(bits)
        const code = this.#codes[row] ?? MISSING
        const isHit = code >= 0 ? table[code] : this.#isListed(~code, table, numbers)
        if (isHit === 1) matches.add(row)
      }
    }
  }

  #isListed(start: number, table: Uint8Array, numbers: Numbers | undefined): number {
    // A list counts as existing even if it is empty.
    if (table[OTHER] === 1) return 1
    const end = start + (this.#pool[start] ?? 0)
    for (let at = start + 1; at <= end; at++) {
      const code = this.#pool[at] ?? MISSING
      if (code < LISTED_NUMBER) {
        if (table[code] === 1) return 1
      } else if (numbers?.has(this.#listedNumbers[code - LISTED_NUMBER] ?? 0)) return 1
    }
    return 0
  }
}

function grownNumbers(numbers: Float64Array, rows: number): Float64Array {
  const grown = new Float64Array(rows).fill(Number.NaN, numbers.length)
  grown.set(numbers)
  return grown
}
