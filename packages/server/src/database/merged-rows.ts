import type { ManyRows, Row } from './session.ts'

/** So few rows are written one by one. */
const FEW = 4

/** Rows, and characters of their values, that wait at most. */
const MOST = { rows: 1000, characters: 4_000_000 }

interface Waiting {
  readonly rows: Row[]
  /** Writes each row separately. */
  readonly each: (() => Promise<unknown>)[]
}

/** Rows that wait to be written together, by their statement. */
export class MergedRows {
  readonly #send: (text: string, values: readonly unknown[]) => void
  #waiting = new Map<ManyRows, Waiting>()
  /** Keys of all rows, with their tables: two writes to one row stay in order. */
  #keys = new Set<string>()
  #rows = 0
  #characters = 0

  /** @param send sends a statement at once */
  constructor(send: (text: string, values: readonly unknown[]) => void) {
    this.#send = send
  }

  /**
   * Takes a row in.
   * @param one writes it separately
   * @returns whether enough rows wait for sending
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
    return this.#rows >= MOST.rows || this.#characters >= MOST.characters
  }

  /** Sends all that wait. */
  send(): void {
    const waiting = this.#waiting
    this.#waiting = new Map()
    this.#keys = new Set()
    this.#rows = 0
    this.#characters = 0
    for (const [{ text, columns }, { rows, each }] of waiting) {
      // A failure is the write's own: it is reported at its next statement, or at its end.
      if (rows.length < FEW) for (const one of each) one().catch(() => {})
      else
        this.#send(
          text,
          columns.map((column) => rows.map((row) => row[column])),
        )
    }
  }
}
