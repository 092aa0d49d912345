import { RunTable } from './run-table.ts'
import { eachRun, unitsOf } from './text-units.ts'

/** Bytes per page. A longer document gets a page of its own size. */
const PAGE = 1 << 16

/** Maximum size of an encoded run in bytes. */
const BYTES_OF_RUN = 5

/** Separates the texts of a decoded document. No run has this code. */
const END_OF_TEXT = -2
const SPACE = 32

/** The runs that match: the run with this code (-1 for none), or all runs whose codes are marked with 1. */
export type RunMatch = number | Uint8Array

/**
 * Texts stored as the codes of their runs: words, and the separators between them. This takes a third of the memory of
 * the texts and makes phrases searchable. The texts of a row form one document; documents are numbered from 0.
 */
export class TextRuns {
  /** Distinct runs. */
  readonly table = new RunTable()
  /** The code of a single space. */
  readonly space = 0
  /**
   * The runs of all documents in LEB128, seven bits per byte. A run is stored as (code + 1) × 2, plus 1 for a word. A 0
   * ends each text, and another 0 ends the document.
   */
  readonly #pages: Uint8Array[] = []
  /** Bytes used on the last page. */
  #used = PAGE
  /** The page of each document, and its offset on that page. */
  #pageOf = new Uint32Array(64)
  #startOf = new Uint32Array(64)
  #encoded = new Uint8Array(4096)
  #decoded = new Int32Array(1024)
  /** The number of documents. */
  size = 0

  constructor() {
    const units = unitsOf(' ')
    eachRun(units, 1, (start, end, hash) => this.table.add(units, start, end, hash))
  }

  /** Memory in bytes. */
  get bytes(): number {
    const pages = this.#pages.reduce((sum, { length }) => sum + length, 0)
    const buffers = this.#encoded.length + this.#decoded.byteLength
    return this.table.bytes + pages + this.#pageOf.length * 8 + buffers
  }

  /**
   * Adds a document.
   * @param onRun receives the code of each run, except for a single space between two words
   */
  add(texts: readonly string[], onRun: (code: number) => void): void {
    let to = 0
    for (const text of texts) {
      const { length } = text
      const bytes = this.#roomFor(to, (length + 2) * BYTES_OF_RUN)
      const units = unitsOf(text)
      eachRun(units, length, (start, end, hash, isWord) => {
        // A single space between two words is implied, so it is not stored.
        const isPlain = !isWord && end === start + 1 && units[start] === SPACE
        if (isPlain && start > 0 && end < length) return
        const code = this.table.add(units, start, end, hash)
        let rest = (code + 1) * 2 + Number(isWord)
        for (; rest > 0x7f; rest >>>= 7) bytes[to++] = rest | 0x80
        bytes[to++] = rest
        onRun(code)
      })
      if (length > 0) bytes[to++] = 0
    }
    this.#encoded[to++] = 0
    this.#append(this.#encoded.subarray(0, to))
  }

  #roomFor(used: number, more: number): Uint8Array {
    if (used + more > this.#encoded.length) {
      const bytes = new Uint8Array((used + more) * 2)
      bytes.set(this.#encoded)
      this.#encoded = bytes
    }
    return this.#encoded
  }

  #append(document: Uint8Array): void {
    if (this.#used + document.length > PAGE) {
      this.#pages.push(new Uint8Array(Math.max(PAGE, document.length)))
      this.#used = 0
    }
    if (this.size === this.#pageOf.length) {
      this.#pageOf = double(this.#pageOf)
      this.#startOf = double(this.#startOf)
    }
    this.#pages.at(-1)?.set(document, this.#used)
    this.#pageOf[this.size] = this.#pages.length - 1
    this.#startOf[this.size++] = this.#used
    this.#used += document.length
  }

  /** Whether a document contains consecutive runs: one that `first` marks with 1, then the others. */
  holds(document: number, first: Uint8Array, others: readonly RunMatch[]): boolean {
    const end = this.#decode(document) - others.length
    const runs = this.#decoded
    for (let at = 0; at < end; at++) {
      if (first[runs[at] as number] !== 1) continue
      if (others.every((match, n) => isLike(runs[at + 1 + n] as number, match))) return true
    }
    return false
  }

  /** Decodes a document's runs into `#decoded`. @returns how many there are */
  #decode(document: number): number {
    const bytes = this.#pages[this.#pageOf[document] ?? 0] ?? this.#encoded
    let at = this.#startOf[document] ?? 0
    let runs = this.#decoded
    let length = 0
    let [last, wasWord] = [0, 0]
    for (;;) {
      let byte = bytes[at++] as number
      let number = byte & 0x7f
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at++] as number
        number |= (byte & 0x7f) << shift
      }
      if (number === 0 && last === 0) return length
      if (length + 2 > runs.length) runs = this.#decoded = double(runs)
      const isWord = number & 1
      if (wasWord & isWord) runs[length++] = this.space
      runs[length++] = number === 0 ? END_OF_TEXT : (number >>> 1) - 1
      wasWord = isWord
      last = number
    }
  }
}

export const isLike = (code: number, match: RunMatch): boolean =>
  typeof match === 'object' ? match[code] === 1 : match === code

function double<T extends Uint32Array | Int32Array>(numbers: T): T {
  const more = numbers instanceof Int32Array ? Int32Array : Uint32Array
  const all = new more(numbers.length * 2)
  all.set(numbers)
  // The copy has the same class.
  return all as T
}
