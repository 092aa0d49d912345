/** Marks a character that maps to several. The rest of the entry is their index in `#several`. */
const SEVERAL = 0x200000

/**
 * The mapping of each character, in blocks of 256 that are filled on first use. It is many times faster than the
 * methods of `String`, which take up to half a microsecond per character beyond Latin.
 */
export class CharacterMap {
  readonly #mapped: (character: string) => string
  readonly #blocks: Uint32Array[] = []
  readonly #several: string[] = []

  constructor(mapped: (character: string) => string) {
    this.#mapped = mapped
  }

  /** Returns the character that a character maps to, or undefined if it maps to several. */
  one(codePoint: number): number | undefined {
    const entry = this.#entryOf(codePoint)
    return entry < SEVERAL ? entry : undefined
  }

  /**
   * Writes the mapped text as UTF-16 code units, at most three per unit of the input.
   * @returns the number of units written
   */
  write(text: string, output: Uint16Array): number {
    let length = 0
    for (let at = 0; at < text.length; at++) {
      const codePoint = text.codePointAt(at) ?? 0
      if (codePoint > 0xffff) at++
      const entry = this.#entryOf(codePoint)
      if (entry <= 0xffff) output[length++] = entry
      else if (entry < SEVERAL) {
        output[length++] = 0xd7c0 + (entry >> 10)
        output[length++] = 0xdc00 | (entry & 0x3ff)
      } else {
        const several = this.#several[entry - SEVERAL] ?? ''
        for (let unit = 0; unit < several.length; unit++)
          output[length++] = several.charCodeAt(unit)
      }
    }
    return length
  }

  #entryOf(codePoint: number): number {
    const block = (this.#blocks[codePoint >> 8] ??= this.#newBlock(codePoint & ~0xff))
    return block[codePoint & 0xff] ?? codePoint
  }

  #newBlock(first: number): Uint32Array {
    return Uint32Array.from({ length: 256 }, (_, index) => {
      const mapped = this.#mapped(String.fromCodePoint(first + index))
      const codePoint = mapped.codePointAt(0) ?? 0
      const isOne = mapped.length === (codePoint > 0xffff ? 2 : 1)
      return isOne ? codePoint : SEVERAL + this.#several.push(mapped) - 1
    })
  }
}
