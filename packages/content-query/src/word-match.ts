import { normalizeText } from './composed.ts'
import { fold } from './fold.ts'

/*
 * The matching of typed words against texts, shared by the browser and the server.
 *
 * A text matches if each typed word equals one of its words, begins one, is part of one, or resembles one except for
 * typing errors: one error in a word of four letters or more, two in one of six or more. An error is an extra, missing
 * or wrong letter, or two swapped neighbours. Words with digits count as numbers and must be exact. A word that is
 * still being typed may also begin another with one error. Case, accents, punctuation and the order of the words do not
 * matter.
 *
 * Matches are ordered by:
 * 1. the text equal to the typed one, then those that begin with it, then those that contain it verbatim;
 * 2. fewer errors; among equals, the most common kind: letters only doubled or not, as in “shallot” for “Shalott”;
 * 3. whole words, then beginnings of words, then parts of words;
 * 4. shorter texts, and among equals the newer.
 */

/** Maximum number of characters of a query that count; anything longer is pasted text. */
const MAX_LETTERS = 100
/** Maximum number of words of a query that count. */
const MAX_WORDS = 10
/** Length in characters beyond which words are not corrected. */
const MAX_CORRECTED = 40

/** Grades of a match, the best first. */
export const Grade = {
  same: 0,
  begins: 1,
  within: 2,
  doubled: 3,
  oneError: 4,
  beginsWithError: 5,
  twoErrors: 6,
} as const
export type Grade = (typeof Grade)[keyof typeof Grade]

/** The cost of a word by its grade. The steps are so large that even with ten words, fewer errors always cost less. */
const costs: readonly number[] = [0, 1, 12, 300, 305, 310, 610]
/** The additional cost of a match in a field other than the title. */
export const COST_OF_OTHER_FIELD = 12
/** The minimum cost of one error. */
export const COST_OF_ERROR = 300

/** Returns the cost of a grade: lower is better, and 0 is an exact match. */
export const costOf = (grade: Grade): number => costs[grade] ?? 0

const ascii = /^[\s!-~]*$/
const accents = /[\u0300-\u036f]/g
/** Letters with a stroke or ligature, which have no combining mark that could be removed. */
const strokes: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
}

/** Returns a text without case and accents: `Zürich` → `zurich`. */
export function plainText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  const base = normalizeText(normalizeText(text, 'NFD').replaceAll(accents, ''), 'NFC')
  return fold(base).replaceAll(/[øłđðþæœ]/g, (letter) => strokes[letter] ?? letter)
}

const asciiWords = /[a-z\d]+/g
const words = /[\p{L}\p{N}\p{M}]+/gu

/** Returns the words of a plain text: runs of letters and digits. */
export const wordsIn = (foldedText: string): readonly string[] =>
  foldedText.match(ascii.test(foldedText) ? asciiWords : words) ?? []

/** Returns a bit for each letter and digit of a word, which is enough to rule out most other words. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** A word of a query. */
export interface QueryWord {
  readonly text: string
  readonly letters: number
  /** Maximum number of errors. */
  readonly errors: 0 | 1 | 2
}

/** Returns the words of a query, up to the limits. */
export function queryWords(query: string): readonly QueryWord[] {
  return wordsIn(plainText(query.slice(0, MAX_LETTERS)))
    .slice(0, MAX_WORDS)
    .map((text) => ({ text, letters: lettersOf(text), errors: errorsAllowed(text) }))
}

/**
 * Returns how many errors a word may have. A word with a digit is a number: with an error it would be another number.
 */
export function errorsAllowed(word: string): 0 | 1 | 2 {
  const { length } = word
  if (length < 4 || length > MAX_CORRECTED || /\d/.test(word)) return 0
  return length < 6 ? 1 : 2
}

/** Returns the grade of a match without errors. */
export function gradeOf({ text }: QueryWord, word: string): Grade | undefined {
  const at = word.indexOf(text)
  if (at === -1) return undefined
  if (at > 0) return Grade.within
  return word.length === text.length ? Grade.same : Grade.begins
}

/** Returns the grade of a match with errors. */
export function gradeWithErrors(
  { text, letters, errors }: QueryWord,
  word: string,
  lettersOfWord = lettersOf(word),
): Grade | undefined {
  if (errors === 0 || word.length < text.length - errors) return undefined
  // Each error adds at most one letter that the word does not have.
  if (bits(letters & ~lettersOfWord) > errors) return undefined
  const { whole, start } = errorsBetween(text, word, errors)
  if (whole <= errors && isSameButDoubled(text, word)) return Grade.doubled
  if (whole === 1) return Grade.oneError
  if (start === 1) return Grade.beginsWithError
  return errors === 2 && whole === 2 ? Grade.twoErrors : undefined
}

/** Whether two words are the same if each run of a letter counts as one. */
function isSameButDoubled(a: string, b: string): boolean {
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const letter = a[i]
    if (letter !== b[j]) return false
    while (a[i] === letter) i++
    while (b[j] === letter) j++
  }
  return i === a.length && j === b.length
}

function bits(mask: number): number {
  let rest = mask
  let count = 0
  for (; rest !== 0; count++) rest &= rest - 1
  return count
}

const rows = [0, 1, 2].map(() => new Uint8Array(MAX_CORRECTED + 4))

/**
 * Counts the errors between two words, and between the first and the best start of the second. Counts above `most` are
 * not exact. Optimal string alignment, https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance, near the
 * diagonal only.
 */
export function errorsBetween(
  typed: string,
  word: string,
  most: number,
): { whole: number; start: number } {
  const tooMany = most + 1
  const end = Math.min(word.length, typed.length + most)
  let [before, last, row] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let at = 0; at <= end + 1; at++) last[at] = at
  for (let i = 1; i <= typed.length; i++) {
    const from = Math.max(1, i - most)
    const to = Math.min(end, i + most)
    row[from - 1] = from === 1 ? i : tooMany
    let least = row[from - 1] ?? tooMany
    const letter = typed.charCodeAt(i - 1)
    for (let j = from; j <= to; j++) {
      const isSame = letter === word.charCodeAt(j - 1)
      let errors = (last[j - 1] ?? tooMany) + (isSame ? 0 : 1)
      errors = Math.min(errors, (last[j] ?? tooMany) + 1, (row[j - 1] ?? tooMany) + 1)
      const isSwapped =
        i > 1 &&
        j > 1 &&
        letter === word.charCodeAt(j - 2) &&
        typed.charCodeAt(i - 2) === word.charCodeAt(j - 1)
      if (isSwapped) errors = Math.min(errors, (before[j - 2] ?? tooMany) + 1)
      row[j] = errors
      if (errors < least) least = errors
    }
    row[to + 1] = tooMany
    if (least > most) return { whole: tooMany, start: tooMany }
    ;[before, last, row] = [last, row, before]
  }
  let start = tooMany
  for (let j = Math.max(0, typed.length - most); j <= end; j++) {
    start = Math.min(start, last[j] ?? tooMany)
  }
  const isNear = Math.abs(word.length - typed.length) <= most
  return { whole: isNear ? (last[word.length] ?? tooMany) : tooMany, start }
}

/** The position of a text that contains the words of a query, but not in a row. */
export const NOT_IN_A_ROW = 3

/**
 * Returns the position class of a text for a query, 0 being the best. Texts of equal class are ordered by their cost.
 */
export function positionOf(joined: string, needle: string): number {
  if (joined.startsWith(needle)) return joined.length === needle.length ? 0 : 1
  return joined.includes(` ${needle}`) ? 2 : NOT_IN_A_ROW
}

/** Returns the parts of a text that match the words of a query, without overlaps, as half-open ranges. */
export function matchRanges(text: string, query: readonly QueryWord[]): [number, number][] {
  const matches = [...text.matchAll(words)].map(({ 0: raw, index }) => {
    const content = plainText(raw)
    return { raw, plain: content, index }
  })
  const marks = query.flatMap((word): [number, number][] => {
    let best: { grade: Grade; range: [number, number] } | undefined
    for (const { raw, plain, index } of matches) {
      const grade = gradeOf(word, plain) ?? gradeWithErrors(word, plain)
      if (grade === undefined || (best && best.grade <= grade)) continue
      const at = plain.indexOf(word.text)
      // If accents change the length, or there are errors, the whole word is marked.
      const isPart = at >= 0 && plain.length === raw.length
      const start = index + (isPart ? at : 0)
      best = { grade, range: [start, start + (isPart ? word.text.length : raw.length)] }
    }
    return best ? [best.range] : []
  })
  return marks
    .toSorted((a, b) => a[0] - b[0] || b[1] - a[1])
    .filter(([start], at, all) => at === 0 || start >= (all[at - 1]?.[1] ?? 0))
}
