import type { RowSet } from './row-set.ts'
import { nextSlice, sliceIsOver } from './sorting.ts'
import type { ValueColumn } from './value-column.ts'

/** Number of ids in one lookup, which takes a fraction of a millisecond. */
const AT_ONCE = 1000

const NONE = -1
/** Marks a value that is not an id, such as the name of an embedded object. */
const NOT_AN_ID = -2
const ID = /^[0-9a-f]{24}$/

/** The rows whose ids a column holds as values. Each id is looked up once, and its row is kept up to date. */
export class RelationRows {
  readonly column: ValueColumn
  readonly #rowOf: (id: string) => number
  /** Rows by the code of the id's text. */
  #rows = new Int32Array(64)
  #known = 0

  constructor(column: ValueColumn, rowOf: (id: string) => number) {
    this.column = column
    this.#rowOf = rowOf
  }

  get bytes(): number {
    return this.#rows.byteLength
  }

  /** Records the row of an id; undefined if the id has no row. */
  note(id: string, row: number | undefined): void {
    const code = this.column.texts.find(id)
    if (code >= 0 && code < this.#known) this.#rows[code] = row ?? NONE
  }

  /** Looks up ids in advance and yields to other work in between; returns undefined if few are left. */
  lookUpAhead(): Promise<void> | undefined {
    return this.column.texts.size - this.#known > AT_ONCE ? this.#lookUpAll() : undefined
  }

  async #lookUpAll(): Promise<void> {
    while (this.#known < this.column.texts.size) {
      this.#lookUp(AT_ONCE)
      while (sliceIsOver()) await nextSlice()
    }
  }

  /** The rows of `within` that refer to one of the targets. */
  pointingAt(targets: RowSet, within: RowSet): RowSet {
    this.#lookUp()
    const rows = this.#rows
    return this.column.selectTexts((code) => {
      const row = rows[code] ?? NONE
      return row >= 0 && targets.has(row)
    }, within)
  }

  /** The rows of `within` that refer to an id without a row. */
  broken(within: RowSet): RowSet {
    this.#lookUp()
    return this.column.selectTexts((code) => this.#rows[code] === NONE, within)
  }

  /** The rows of `within` to which some value of the column may refer. */
  possibleRows(within: RowSet): RowSet {
    this.#lookUp()
    const candidates = within.emptyCopy()
    for (const row of this.#rows.subarray(0, this.#known))
      if (row >= 0 && within.has(row)) candidates.add(row)
    return candidates
  }

  #lookUp(most = Infinity): void {
    const end = Math.min(this.column.texts.size, this.#known + most)
    if (end > this.#rows.length) {
      const rows = new Int32Array(Math.max(this.column.texts.size, this.#rows.length * 2))
      rows.set(this.#rows)
      this.#rows = rows
    }
    for (; this.#known < end; this.#known++) {
      const id = this.column.texts.at(this.#known)
      const row = this.#rowOf(id)
      this.#rows[this.#known] = row >= 0 || ID.test(id) ? row : NOT_AN_ID
    }
  }
}
