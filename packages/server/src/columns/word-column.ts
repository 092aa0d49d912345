import type { Regex } from '@typecase/content-query/ast'
import { foldComposed } from '@typecase/content-query/composed'
import type { Path } from '@typecase/content-query/fields'
import { compileRegex } from '@typecase/content-query/regex'
import { scalarsOf, type StoredRecord, valuesAt } from '@typecase/content-query/stored-values'

import { NumberLists } from './number-lists.ts'
import { RowSet } from './row-set.ts'
import { TextTable } from './text-table.ts'

/** Texts of more bytes than both are too long to be kept: only their words are, and rows are read for what these leave open. */
export const LONG_TEXTS = { eachRow: 400, inAll: 4_000_000 }

/**
 * The words of what the rows of an index hold at one path, for texts that are too long to be kept: it answers which rows
 * hold a word or a part of one, and leaves few rows to be read for anything else that is searched.
 */
export class WordColumn {
  readonly path: Path
  /** Distinct words, case folded. */
  readonly #words = new TextTable()
  /** The documents that each word is in. A row is another document whenever it is written to, so that the lists only grow. */
  readonly #documents = new NumberLists()
  /** The document of each row, or -1, and the row of each document, or -1 once that is outdated. */
  #documentOf: Int32Array
  #rowOf = new Int32Array(64)
  #end = 0
  #outdated = 0
  /** What was found for the conditions of queries under way, and at which document. */
  readonly #found = new WeakMap<Regex, { rows: RowSet; end: number; outdated: number }>()

  constructor(path: Path, rows: number) {
    this.path = path
    this.#documentOf = new Int32Array(rows).fill(-1)
  }

  /** Memory in bytes. */
  get bytes(): number {
    const rows = this.#documentOf.byteLength + this.#rowOf.byteLength
    return this.#words.bytes + this.#documents.bytes + rows
  }

  /** Whether more than half of that is left over from former texts: better load it again. */
  get isWasteful(): boolean {
    return this.#outdated > this.#end / 2 + 1000
  }

  /** Makes room for row numbers below `rows`. */
  grow(rows: number): void {
    const documents = new Int32Array(rows).fill(-1, this.#documentOf.length)
    documents.set(this.#documentOf)
    this.#documentOf = documents
  }

  /** Reads the words of a row from its record, which holds at least this column's path. */
  set(row: number, record: StoredRecord): void {
    this.clear(row)
    const document = this.#end++
    if (document === this.#rowOf.length) {
      const rows = new Int32Array(document * 2)
      rows.set(this.#rowOf)
      this.#rowOf = rows
    }
    this.#rowOf[document] = row
    this.#documentOf[row] = document
    for (const value of valuesAt(record, this.path).flatMap(scalarsOf)) {
      if (typeof value === 'string') this.#addWords(foldComposed(value), document)
    }
  }

  #addWords(text: string, document: number): void {
    eachWord(text, (start, end) => {
      let list = this.#words.find(text, start, end)
      if (list < 0) {
        this.#words.add(ownText(text.slice(start, end)))
        list = this.#documents.begin()
      }
      this.#documents.add(list, document)
    })
  }

  /** Empties a row. */
  clear(row: number): void {
    const document = this.#documentOf[row] ?? -1
    if (document < 0) return
    this.#rowOf[document] = -1
    this.#documentOf[row] = -1
    this.#outdated++
  }

  /** Whether the rows of a pattern are all those, and only those, of which it is true. */
  isExact(leaf: Regex): boolean {
    const needle = needleOf(leaf)
    return leaf.flags === 'i' && needle !== undefined && wordsOf(needle)[0]?.word === needle
  }

  /** The rows of `within` of which a pattern may be true. */
  select(leaf: Regex, within: RowSet): RowSet {
    const needle = needleOf(leaf)
    const words = needle === undefined ? [] : wordsOf(needle)
    if (words.length === 0) return within
    const found = this.#found.get(leaf)
    const isCurrent = found?.end === this.#end && found.outdated === this.#outdated
    const rows = isCurrent ? found.rows : this.#rowsWith(words)
    if (!isCurrent) this.#found.set(leaf, { rows, end: this.#end, outdated: this.#outdated })
    return rows.grown(this.#documentOf.length).intersect(within)
  }

  /** The rows that have all the words, or what there is of them. */
  #rowsWith(words: readonly Word[]): RowSet {
    const [first, ...others] = words.map((word) => this.#rowsWithOne(word))
    if (!first) throw new Error('There is no word to be found.')
    return others.reduce((rows, other) => rows.intersect(other), first)
  }

  #rowsWithOne({ word, begins, ends }: Word): RowSet {
    const rows = new RowSet(this.#documentOf.length)
    const isWord = (text: string) =>
      (!begins || text.startsWith(word)) && (!ends || text.endsWith(word))
    const addRows = (list: number) =>
      this.#documents.each(list, (document) => {
        const row = this.#rowOf[document] ?? -1
        if (row >= 0) rows.add(row)
      })
    if (begins && ends) {
      const list = this.#words.find(word)
      if (list >= 0) addRows(list)
      return rows
    }
    const marks = new Uint8Array(this.#words.size)
    this.#words.markContaining(word, 'stored', marks, 0)
    for (let list = marks.indexOf(1); list >= 0; list = marks.indexOf(1, list + 1)) {
      if (isWord(this.#words.at(list))) addRows(list)
    }
    return rows
  }
}

/** What has to occur in a text, case folded; undefined where the pattern says more. */
function needleOf({ pattern, flags }: Regex): string | undefined {
  const { literal } = compileRegex(pattern, flags)
  // Half a character may be the beginning of any.
  return literal?.isWellFormed() ? foldComposed(literal) : undefined
}

/** A word, or the part of one at an edge of what is searched. */
interface Word {
  word: string
  /** Whether what comes before it, or after it, cannot be of the same word. */
  begins: boolean
  ends: boolean
}

const WORD = /[\p{L}\p{M}\p{N}_]+/gu
const ASCII = /^[\0-\x7f]*$/

/** The words of a case folded text. */
function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    word,
    begins: index > 0,
    ends: index + word.length < text.length,
  }))
}

/** Where each of these words begins and ends, for texts of millions of them. */
function eachWord(text: string, visit: (start: number, end: number) => void): void {
  if (!ASCII.test(text)) {
    for (const { 0: word, index } of text.matchAll(WORD)) visit(index, index + word.length)
    return
  }
  let start = -1
  for (let at = 0; at <= text.length; at++) {
    const isInWord = isWordUnit(text.charCodeAt(at))
    if (isInWord && start < 0) start = at
    if (isInWord || start < 0) continue
    visit(start, at)
    start = -1
  }
}

/** Whether an ASCII character is a small letter, a digit or the underscore; NaN is none. */
const isWordUnit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || unit === 95

/** A copy: a part of a text keeps the whole of it in memory. */
const ownText = (part: string): string => Buffer.from(part).toString()
