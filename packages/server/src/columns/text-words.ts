import { fold } from '@typecase/content-query/fold'
import { Vocabulary } from '@typecase/content-query/vocabulary'
import { plainText, type QueryWord, wordsIn } from '@typecase/content-query/word-match'

import { nextSlice, sliceIsOver } from './sorting.ts'
import type { TextTable } from './text-table.ts'

/** Memory of a word in bytes, roughly: its text, its entry in the vocabulary's map, its letters. */
const BYTES_OF_WORD = 120

/** The words of the texts in a table: what those are found by that somebody mistyped. */
export class TextWords {
  readonly #texts: TextTable
  readonly #vocabulary = new Vocabulary()
  /** How texts write a word, case folded, where that is not the plain word alone. */
  readonly #spellings = new Map<number, Set<string>>()
  #learnt = 0

  constructor(texts: TextTable) {
    this.#texts = texts
  }

  get bytes(): number {
    return this.#vocabulary.words.length * BYTES_OF_WORD
  }

  /** Learns the words of texts that came since, some at a time. */
  async learn(): Promise<void> {
    while (this.#learnt < this.#texts.size) {
      while (sliceIsOver()) await nextSlice()
      this.#add(this.#texts.at(this.#learnt++))
    }
  }

  #add(text: string): void {
    for (const folded of wordsIn(fold(text))) {
      const plain = plainText(folded)
      const number = this.#vocabulary.add(plain)
      if (plain === folded) continue
      const known = this.#spellings.get(number) ?? new Set([plain])
      this.#spellings.set(number, known.add(folded))
    }
  }

  /** The case folded words that a typed one may stand for, the likeliest first; `most` of them at most. */
  like(typed: QueryWord, most: number): string[] {
    return this.#vocabulary
      .like(typed, true)
      .slice(0, most)
      .flatMap(({ word }) => [
        ...(this.#spellings.get(word) ?? [this.#vocabulary.words[word] ?? '']),
      ])
  }
}
