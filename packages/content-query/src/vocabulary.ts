import { type Grade, gradeOf, gradeWithErrors, lettersOf, type QueryWord } from './word-match.ts'

/** A word of a vocabulary that a typed word may mean. */
export interface Likeness {
  /** The word's number in the vocabulary. */
  readonly word: number
  readonly grade: Grade
}

/** Distinct plain words, numbered in the order in which they were added. */
export class Vocabulary {
  readonly words: string[] = []
  readonly #numbers = new Map<string, number>()
  #letters = new Int32Array(1024)

  /** Returns the number of a word, and adds it if it is new. */
  add(word: string): number {
    const existing = this.#numbers.get(word)
    if (existing !== undefined) return existing
    const number = this.words.push(word) - 1
    this.#numbers.set(word, number)
    if (number === this.#letters.length) {
      const letters = new Int32Array(number * 2)
      letters.set(this.#letters)
      this.#letters = letters
    }
    this.#letters[number] = lettersOf(word)
    return number
  }

  /**
   * Returns the words that equal, begin with or contain a typed word, and with errors those that resemble it; the best
   * come first.
   */
  like(typed: QueryWord, withErrors: boolean): Likeness[] {
    const matches: Likeness[] = []
    for (const [word, text] of this.words.entries()) {
      const grade =
        gradeOf(typed, text) ??
        (withErrors ? gradeWithErrors(typed, text, this.#letters[word]) : undefined)
      if (grade !== undefined) matches.push({ word, grade })
    }
    return matches.sort((a, b) => a.grade - b.grade)
  }
}
