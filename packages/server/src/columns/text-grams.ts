/** UTF-16 units per block, and bits per block signature: a quarter of the memory of a plain text. */
const BLOCK = 256
const BITS = 512

/** How many trigrams of a needle are looked up. */
const LOOKED_UP = 30

/**
 * Finds the places where a needle may begin in a long text. Each block of the text has a signature with a bit for every
 * trigram of a needle that begins in the block; several trigrams share a bit.
 */
export class TextGrams {
  readonly #blocks: number
  /** 32-bit words per row. A row holds one bit of the signature of every block. */
  readonly #width: number
  readonly #rows: Int32Array

  constructor(text: string) {
    this.#blocks = Math.ceil(text.length / BLOCK)
    this.#width = (this.#blocks + 31) >>> 5
    this.#rows = new Int32Array(BITS * this.#width)
    for (let at = 0; at + 2 < text.length; at++) {
      const row = rowOf(text, at)
      const block = Math.floor(at / BLOCK)
      this.#add(row, block)
      // The needle may begin at the end of the previous block.
      if (at % BLOCK < LOOKED_UP && block > 0) this.#add(row, block - 1)
    }
  }

  get bytes(): number {
    return this.#rows.byteLength
  }

  /** Yields the parts of the text in which a needle may begin, as [start, end). */
  *partsOf(needle: string): Generator<readonly [start: number, end: number]> {
    const rows: number[] = []
    for (let at = 0; at + 2 < needle.length && at < LOOKED_UP; at++) rows.push(rowOf(needle, at))
    let [start, blocks] = [-1, 0]
    for (let block = 0; block <= this.#blocks; block++) {
      if (block % 32 === 0) blocks = this.#inAll(rows, block >>> 5)
      const mayBegin = block < this.#blocks && ((blocks >>> (block & 31)) & 1) === 1
      if (mayBegin && start < 0) start = block
      if (mayBegin || start < 0) continue
      yield [start * BLOCK, block * BLOCK]
      start = -1
    }
  }

  #add(row: number, block: number): void {
    const word = row * this.#width + (block >>> 5)
    this.#rows[word] = (this.#rows[word] ?? 0) | (1 << (block & 31))
  }

  /** Returns the bits that are set in a word of all these rows. */
  #inAll(rows: readonly number[], word: number): number {
    let bits = -1
    for (const row of rows) bits &= this.#rows[row * this.#width + word] ?? 0
    return bits
  }
}

/** Returns the row of the trigram at an offset: a multiplicative hash, whose high bits are the best. */
function rowOf(text: string, at: number): number {
  const first = Math.imul(text.charCodeAt(at), 0x9e3779b1)
  const second = Math.imul(first ^ text.charCodeAt(at + 1), 0x85ebca6b)
  return Math.imul(second ^ text.charCodeAt(at + 2), 0xc2b2ae35) >>> (32 - Math.log2(BITS))
}
