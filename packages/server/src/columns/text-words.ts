import { Vocabulary } from '@typecase/content-query/vocabulary'
import { costOf, plainText, type QueryWord, wordsIn } from '@typecase/content-query/word-match'

import { nextSlice, sliceIsOver } from './sorting.ts'
import type { TextTable } from './text-table.ts'

/** Approximate memory in bytes of a word with its vocabulary entries, and of each text that contains it. */
const BYTES = { word: 150, index: 8 }

/** The cost for a text that does not contain a word. */
export const NOT_FOUND = 0xffff

/** The words of a table's texts, and the texts that contain each word. */
export class TextWords {
  readonly #texts: TextTable
  readonly #vocabulary = new Vocabulary()
  /** The codes of the texts that contain each word. */
  readonly #codes: number[][] = []
  #learnt = 0
  #positions = 0

  constructor(texts: TextTable) {
    this.#texts = texts
  }

  get bytes(): number {
    return this.#codes.length * BYTES.word + this.#positions * BYTES.index
  }

  /** Collects the words of new texts and yields to other work in between. */
  async learn(): Promise<void> {
    while (this.#learnt < this.#texts.size) {
      while (sliceIsOver()) await nextSlice()
      const code = this.#learnt++
      for (const word of new Set(wordsIn(plainText(this.#texts.at(code))))) {
        const number = this.#vocabulary.add(word)
        if (number === this.#codes.length) this.#codes.push([])
        this.#codes[number]?.push(code)
        this.#positions++
      }
    }
  }

  /** Returns the cost of finding a typed word in each text, by the text's code. */
  costsOf(typed: QueryWord, withErrors: boolean): Uint16Array {
    const costs = new Uint16Array(this.#texts.size).fill(NOT_FOUND)
    // The vocabulary yields the best match first.
    for (const { word, grade } of this.#vocabulary.like(typed, withErrors)) {
      const cost = costOf(grade)
      for (const code of this.#codes[word] ?? []) {
        if (cost < (costs[code] ?? 0)) costs[code] = cost
      }
    }
    return costs
  }

  /** Returns costs by the text's code, for texts that refer to an item with its own cost. */
  costsBy(costOfText: (text: string) => number): Uint16Array {
    return Uint16Array.from({ length: this.#texts.size }, (_, code) =>
      costOfText(this.#texts.at(code)),
    )
  }
}
