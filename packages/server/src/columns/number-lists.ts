/** Bytes per page. */
const PAGE = 1 << 20

/** Bytes in the first slice of a list, and the limit for later slices. */
const SLICE = { first: 8, most: 4096 }

/** Bytes at the end of a slice that hold the position of the next slice. */
const LINK = 4

interface Page {
  bytes: Uint8Array
  view: DataView
}

/**
 * Lists of ascending integers; the lists themselves are numbered from 0. Each integer is stored as the difference from
 * its predecessor in LEB128, seven bits per byte, in slices of shared pages. Each slice is twice as long as the one
 * before, so short lists, which are the majority, take little memory, and long ones are read in few steps.
 */
export class NumberLists {
  readonly #pages: Page[] = []
  /** Bytes used on the last page. */
  #used = PAGE
  /** The start of each list, and the position of its next byte. */
  #heads = new Uint32Array(64)
  #tails = new Uint32Array(64)
  /** The last slice of each list: the position of its link, and its length in bytes. */
  #links = new Uint32Array(64)
  #lengths = new Uint16Array(64)
  #lasts = new Int32Array(64)
  /** The number of lists. */
  size = 0

  get bytes(): number {
    return this.#pages.length * PAGE + this.#heads.length * 18
  }

  /** Starts a list. @returns its number */
  begin(): number {
    const list = this.size++
    if (list === this.#heads.length) this.#grow()
    this.#heads[list] = this.#startSlice(list, SLICE.first)
    this.#lasts[list] = -1
    return list
  }

  /** Adds a number, which must not be below the list's last one; does nothing if it equals the last one. */
  add(list: number, number: number): void {
    let difference = number - (this.#lasts[list] ?? 0)
    if (difference === 0) return
    this.#lasts[list] = number
    let tail = this.#tails[list] ?? 0
    if (tail + sizeOf(difference) > (this.#links[list] ?? 0)) tail = this.#lengthen(list)
    const { bytes } = this.#pageAt(tail)
    for (; difference > 0x7f; difference >>>= 7) bytes[tail++ % PAGE] = difference | 0x80
    bytes[tail++ % PAGE] = difference
    this.#tails[list] = tail
  }

  /** Calls `visit` with each number of a list, in ascending order. */
  each(list: number, visit: (number: number) => void): void {
    let at = this.#heads[list] ?? 0
    let number = -1
    for (let length = SLICE.first; ; length = longerThan(length)) {
      const { bytes, view } = this.#pageAt(at)
      const link = at + length - LINK
      const isLast = link === this.#links[list]
      const end = isLast ? (this.#tails[list] ?? 0) : link
      // A difference is never 0, so a zero byte means that the rest of the slice is unused.
      while (at < end && bytes[at % PAGE] !== 0) {
        let byte = bytes[at++ % PAGE] ?? 0
        let difference = byte & 0x7f
        for (let shift = 7; byte > 0x7f; shift += 7) {
          byte = bytes[at++ % PAGE] ?? 0
          difference |= (byte & 0x7f) << shift
        }
        visit((number += difference))
      }
      if (isLast) return
      at = view.getUint32(link % PAGE)
    }
  }

  /** Continues a list in a new slice. @returns the start of the slice */
  #lengthen(list: number): number {
    const link = this.#links[list] ?? 0
    const at = this.#startSlice(list, longerThan(this.#lengths[list] ?? 0))
    this.#pageAt(link).view.setUint32(link % PAGE, at)
    return at
  }

  #startSlice(list: number, length: number): number {
    // A slice never crosses a page boundary.
    if (this.#used + length > PAGE) {
      const bytes = new Uint8Array(PAGE)
      this.#pages.push({ bytes, view: new DataView(bytes.buffer) })
      this.#used = 0
    }
    const at = (this.#pages.length - 1) * PAGE + this.#used
    this.#used += length
    this.#tails[list] = at
    this.#links[list] = at + length - LINK
    this.#lengths[list] = length
    return at
  }

  #pageAt(index: number): Page {
    const page = this.#pages[Math.floor(index / PAGE)]
    if (!page) throw new Error('A list leads to a page that is not there.')
    return page
  }

  #grow(): void {
    const enlarge = <T extends Uint16Array | Uint32Array | Int32Array>(from: T, to: T): T => {
      to.set(from)
      return to
    }
    const lists = this.#heads.length * 2
    this.#heads = enlarge(this.#heads, new Uint32Array(lists))
    this.#tails = enlarge(this.#tails, new Uint32Array(lists))
    this.#links = enlarge(this.#links, new Uint32Array(lists))
    this.#lengths = enlarge(this.#lengths, new Uint16Array(lists))
    this.#lasts = enlarge(this.#lasts, new Int32Array(lists))
  }
}

const longerThan = (length: number): number => Math.min(length * 2, SLICE.most)

/** Returns the encoded size of a difference in bytes. */
const sizeOf = (difference: number): number => Math.ceil((32 - Math.clz32(difference)) / 7)
