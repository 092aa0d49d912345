import type { ManyRows, Row } from './session.ts'

/** Fewer rows than this are written one by one. */
const MIN_BATCH = 4

/** Maximum number of collected rows, and of characters in their values. */
const MAX_BATCH = { rows: 1000, characters: 4_000_000 }

interface Waiting {
  readonly rows: Row[]
  /** Writes each row separately. */
  readonly each: (() => Promise<unknown>)[]
}

/** Collects rows that are written together, by statement. */
export class MergedRows {
  readonly #send: (text: string, values: readonly unknown[]) => void
  #waiting = new Map<ManyRows, Waiting>()
  /** Keys of all collected rows, with their tables, so that two writes to one row stay in order. */
  #keys = new Set<string>()
  #rows = 0
  #characters = 0

  /** @param send sends a statement immediately */
  constructor(send: (text: string, values: readonly unknown[]) => void) {
    this.#send = send
  }

  /**
   * Adds a row.
   * @param one writes the row separately
   * @returns whether there are enough rows to send
   */
  add(many: ManyRows, row: Row, one: () => Promise<unknown>): boolean {
    const key = [many.table, ...many.key.map((column) => row[column])].join(' ')
    if (this.#keys.has(key)) this.send()
    this.#keys.add(key)
    const waiting = this.#waiting.get(many) ?? { rows: [], each: [] }
    this.#waiting.set(many, waiting)
    waiting.rows.push(row)
    waiting.each.push(one)
    this.#rows += 1
    for (const column of many.columns) {
      const value = row[column]
      if (typeof value === 'string') this.#characters += value.length
    }
    return this.#rows >= MAX_BATCH.rows || this.#characters >= MAX_BATCH.characters
  }

  /** Sends all collected rows. */
  send(): void {
    const waiting = this.#waiting
    this.#waiting = new Map()
    this.#keys = new Set()
    this.#rows = 0
    this.#characters = 0
    for (const [{ text, columns }, { rows, each }] of waiting) {
      // Ignore errors here: the write reports them with its next awaited statement or at its end.
      if (rows.length < MIN_BATCH) for (const one of each) one().catch(() => {})
      else
        this.#send(
          text,
          columns.map((column) => rows.map((row) => row[column])),
        )
    }
  }
}
