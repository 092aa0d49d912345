import { type Likeness, Vocabulary } from './vocabulary.ts'
import {
  COST_OF_ERROR,
  COST_OF_OTHER_FIELD,
  costOf,
  NOT_IN_A_ROW,
  positionOf,
  plainText,
  type QueryWord,
  queryWords,
  wordsIn,
} from './word-match.ts'

/** Texts to index at once: about a millisecond of work. */
const AT_ONCE = 500
/**
 * Typed words whose matches are cached: those of the current query and, for when someone deletes letters, of the one
 * before.
 */
const MAX_CACHED_WORDS = 16

/** Texts next to titles, such as subtitles. Each is listed once, with its index for each title; -1 for none. */
export interface OtherTexts {
  readonly texts: readonly string[]
  readonly of: readonly number[]
}

const NONE: OtherTexts = { texts: [], of: [] }

/**
 * An index of titles by their words. It finds the titles that contain all words of a query, in the order defined in
 * `word-match.ts`.
 */
export class WordIndex {
  readonly #vocabulary = new Vocabulary()
  /** The words of each title, joined by spaces. */
  readonly #joined: string[] = []
  /**
   * The positions of word `w`: `#positions` from `#starts[w]` up to `#starts[w + 1]`. Each is a row doubled, plus one
   * for the text next to the title.
   */
  #starts = new Uint32Array(1)
  #positions = new Uint32Array(0)
  readonly #cache = new Map<string, readonly Likeness[]>()

  private constructor() {}

  /** Indexes titles in batches, so that the caller can do other work in between. */
  static *of(titles: readonly string[], others = NONE): Generator<undefined, WordIndex> {
    const index = new WordIndex()
    yield* index.#takeIn(titles, others)
    return index
  }

  *#takeIn(titles: readonly string[], others: OtherTexts): Generator<undefined, void> {
    const ofTitles = new WordLists(this.#vocabulary)
    for (const [row, title] of titles.entries()) {
      if (row % AT_ONCE === AT_ONCE - 1) yield
      this.#joined.push(ofTitles.add(title))
    }
    const ofOthers = new WordLists(this.#vocabulary)
    for (const [at, text] of others.texts.entries()) {
      if (at % AT_ONCE === AT_ONCE - 1) yield
      ofOthers.add(text)
    }
    yield
    // Counting first keeps the positions of each word contiguous, with those in titles before the others.
    const starts = new Uint32Array(this.#vocabulary.words.length + 1)
    const each = (take: (word: number, position: number) => void): void => {
      for (let row = 0; row < titles.length; row++)
        ofTitles.each(row, (word) => take(word, row * 2))
      for (const [row, at] of others.of.entries()) {
        if (at >= 0) ofOthers.each(at, (word) => take(word, row * 2 + 1))
      }
    }
    each((word) => void (starts[word + 1] = (starts[word + 1] ?? 0) + 1))
    yield
    for (let word = 1; word < starts.length; word++)
      starts[word] = (starts[word] ?? 0) + (starts[word - 1] ?? 0)
    const next = starts.slice()
    const positions = new Uint32Array(starts.at(-1) ?? 0)
    each((word, position) => {
      const at = next[word] ?? 0
      next[word] = at + 1
      positions[at] = position
    })
    this.#positions = positions
    this.#starts = starts
  }

  /**
   * Returns the rows that contain all words of a query, best first. Errors are allowed only if too few rows match
   * without.
   */
  search(query: string, limit: number): readonly number[] {
    const words = queryWords(query)
    if (words.length === 0) return []
    const exact = this.#best(words, limit, false)
    const mayHaveErrors = exact.length < limit && words.some(({ errors }) => errors > 0)
    return mayHaveErrors ? this.#best(words, limit, true) : exact
  }

  #best(words: readonly QueryWord[], limit: number, withErrors: boolean): readonly number[] {
    const counts = new Uint8Array(this.#joined.length)
    const cost = new Uint16Array(this.#joined.length)
    for (const [earlier, word] of words.entries()) {
      for (const { word: number, grade } of this.#like(word, withErrors)) {
        const more = costOf(grade)
        const end = this.#starts[number + 1] ?? 0
        for (let at = this.#starts[number] ?? 0; at < end; at++) {
          const position = this.#positions[at] ?? 0
          const row = position >> 1
          // The best match of a word comes first, and only that one counts.
          if (counts[row] !== earlier) continue
          counts[row] = earlier + 1
          cost[row] = (cost[row] ?? 0) + more + (position & 1 ? COST_OF_OTHER_FIELD : 0)
        }
      }
    }
    const needle = words.map(({ text }) => text).join(' ')
    const best = new Best(limit)
    for (let row = counts.length - 1; row >= 0; row--) {
      if (counts[row] !== words.length) continue
      const joined = this.#joined[row] ?? ''
      const hasErrors = (cost[row] ?? 0) >= COST_OF_ERROR
      const position = hasErrors ? NOT_IN_A_ROW : positionOf(joined, needle)
      best.offer(row, rankOf(position, cost[row] ?? 0, joined.length))
    }
    return best.rows
  }

  #like(word: QueryWord, withErrors: boolean): readonly Likeness[] {
    const key = `${withErrors ? '~' : ''}${word.text}`
    const cached = this.#cache.get(key)
    if (cached) return cached
    const like = this.#vocabulary.like(word, withErrors)
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size < MAX_CACHED_WORDS) break
      this.#cache.delete(oldest)
    }
    this.#cache.set(key, like)
    return like
  }
}

/** The word numbers of texts, one text after the other. */
class WordLists {
  readonly #vocabulary: Vocabulary
  readonly #ends: number[] = []
  #words = new Uint32Array(4096)

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  /**
   * Adds a text.
   * @returns its words, joined by spaces
   */
  add(text: string): string {
    const words = wordsIn(plainText(text))
    let end = this.#ends.at(-1) ?? 0
    if (end + words.length > this.#words.length) {
      const more = new Uint32Array((end + words.length) * 2)
      more.set(this.#words)
      this.#words = more
    }
    for (const word of words) this.#words[end++] = this.#vocabulary.add(word)
    this.#ends.push(end)
    return words.join(' ')
  }

  each(text: number, take: (word: number) => void): void {
    const end = this.#ends[text] ?? 0
    for (let at = text === 0 ? 0 : (this.#ends[text - 1] ?? 0); at < end; at++)
      take(this.#words[at] ?? 0)
  }
}

/** Combines the sort criteria of a result in one number: less is better. */
export const rankOf = (position: number, cost: number, length: number): number =>
  (position * 10_000 + cost) * 10_000 + Math.min(length, 9999)

/** The best of many rows. Of equal ones, those offered first win. */
class Best {
  readonly rows: number[] = []
  readonly #ranks: number[] = []
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  offer(row: number, rank: number): void {
    const isFull = this.rows.length === this.#limit
    if (isFull && rank >= (this.#ranks.at(-1) ?? Infinity)) return
    const at = this.#ranks.findLastIndex((other) => other <= rank) + 1
    this.#ranks.splice(at, 0, rank)
    this.rows.splice(at, 0, row)
    if (isFull) {
      this.#ranks.pop()
      this.rows.pop()
    }
  }
}
