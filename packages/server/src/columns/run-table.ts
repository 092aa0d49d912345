import { textIn } from './text-units.ts'

/**
 * Distinct runs of UTF-16 units. They are numbered from 0 in order of arrival and stored back to back in one array, so
 * that a lookup touches few cache lines.
 */
export class RunTable {
  #units = new Uint16Array(1024)
  /** The start of each run; the entry after the last run is the start of the next. */
  #starts = new Uint32Array(64)
  /**
   * Open addressing, at most half full. A slot holds a hash and the run's code + 1, at the first free position from the
   * hash on.
   */
  #slots = new Int32Array(256)
  size = 0

  /** Memory in bytes. */
  get bytes(): number {
    return this.#units.byteLength + this.#starts.byteLength + this.#slots.byteLength
  }

  /** Returns the code of the run `units[start, end)`, or -1. @param hash see `eachRun` */
  find(units: Uint16Array, start: number, end: number, hash: number): number {
    const slots = this.#slots
    const mask = slots.length / 2 - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const code = (slots[slot * 2 + 1] as number) - 1
      if (code < 0) return code
      if (slots[slot * 2] === hash && this.#equals(code, units, start, end)) return code
    }
  }

  /** Returns the code of the run `units[start, end)`, and adds the run if it is new. */
  add(units: Uint16Array, start: number, end: number, hash: number): number {
    const existing = this.find(units, start, end, hash)
    if (existing >= 0) return existing
    const code = this.size++
    const from = this.#starts[code] as number
    const to = from + end - start
    if (to > this.#units.length) this.#units = copyInto(this.#units, new Uint16Array(to * 2))
    if (code + 2 > this.#starts.length) this.#grow()
    this.#units.set(units.subarray(start, end), from)
    this.#starts[code + 1] = to
    enter(this.#slots, hash, code)
    return code
  }

  #equals(code: number, units: Uint16Array, start: number, end: number): boolean {
    const all = this.#units
    const from = this.#starts[code] as number
    const length = (this.#starts[code + 1] as number) - from
    if (length !== end - start) return false
    for (let at = 0; at < length; at++) if (all[from + at] !== units[start + at]) return false
    return true
  }

  #grow(): void {
    this.#starts = copyInto(this.#starts, new Uint32Array(this.#starts.length * 2))
    const slots = new Int32Array(this.#slots.length * 2)
    for (let at = 0; at < this.#slots.length; at += 2) {
      const code = (this.#slots[at + 1] as number) - 1
      if (code >= 0) enter(slots, this.#slots[at] as number, code)
    }
    this.#slots = slots
  }

  /** Yields the codes of the runs that contain a text, in ascending order. */
  *holding(text: string): Generator<number> {
    const { buffer } = this.#units
    const end = this.#starts[this.size] as number
    const all = Buffer.from(buffer, 0, end * 2)
    for (let code = 0, byte = 0; ; code++) {
      byte = all.indexOf(text, byte, 'utf16le')
      if (byte < 0) return
      while ((this.#starts[code + 1] as number) * 2 <= byte) code++
      const next = (this.#starts[code + 1] as number) * 2
      // A match across the border of two runs belongs to neither.
      if (byte + text.length * 2 <= next) {
        yield code
        byte = next
      } else {
        byte += 2
        code--
      }
    }
  }

  /** Returns the text of a run. */
  at(code: number): string {
    return textIn(this.#units, this.#starts[code] ?? 0, this.#starts[code + 1] ?? 0)
  }
}

function enter(slots: Int32Array, hash: number, code: number): void {
  const mask = slots.length / 2 - 1
  let slot = hash & mask
  while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & mask
  slots[slot * 2] = hash
  slots[slot * 2 + 1] = code + 1
}

function copyInto<T extends Uint16Array | Uint32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
