import type { Regex, Scalar } from '@typecase/content-query/ast'
import { foldComposed } from '@typecase/content-query/composed'
import { fold } from '@typecase/content-query/fold'
import type { Path } from '@typecase/content-query/fields'
import { compileRegex } from '@typecase/content-query/regex'
import { scalarsOf, type StoredRecord, valuesAt } from '@typecase/content-query/stored-values'

import { NumberLists } from './number-lists.ts'
import type { PatternBudget } from './pattern-budget.ts'
import { RowSet } from './row-set.ts'
import { sliceIsOver } from './sorting.ts'
import { isLike, type RunMatch, TextRuns } from './text-runs.ts'
import { eachRun, unitsOf } from './text-units.ts'

/**
 * Limits in bytes per row and in total: texts that exceed both are too long for a column of values. A column of words
 * takes a third of the memory.
 */
export const LONG_TEXTS = { eachRow: 400, inAll: 4_000_000 }

/**
 * Number of documents read without a pause, which takes a fraction of a millisecond. For so few, reading them is faster
 * than the word lists.
 */
const READ_AT_ONCE = 256

/** The cached result of a condition. */
interface Search {
  /** The matching documents before `end`. */
  readonly documents: RowSet
  readonly end: number
  /** Their rows, valid as long as `outdated` equals the column's count of outdated documents. */
  rows: RowSet
  outdated: number
}

/**
 * An index's column for texts that are too long to store: it holds their case-folded words in order. It finds the rows
 * that contain a text without reading their records.
 */
export class WordColumn {
  readonly path: Path
  readonly #runs = new TextRuns()
  /** The documents of each run, by its code. A changed row becomes a new document, so the lists only grow. */
  readonly #documents = new NumberLists()
  /** The document of each row, or -1; and the row of each document, or -1 once the document is outdated. */
  #documentOf: Int32Array
  #rowOf = new Int32Array(64)
  #outdated = 0
  /** Cached searches for the conditions of running queries. */
  readonly #searches = new WeakMap<Regex, Search>()

  readonly #readAtOnce: number

  /** @param readAtOnce up to this many documents are searched one by one rather than through the word lists */
  constructor(path: Path, rows: number, readAtOnce = READ_AT_ONCE) {
    this.path = path
    this.#documentOf = new Int32Array(rows).fill(-1)
    this.#readAtOnce = readAtOnce
  }

  /** Memory in bytes. */
  get bytes(): number {
    const rows = this.#documentOf.byteLength + this.#rowOf.byteLength
    return this.#runs.bytes + this.#documents.bytes + rows
  }

  /** Whether outdated documents make up more than half of the column, so that it should be loaded again. */
  get isWasteful(): boolean {
    return this.#outdated > this.#runs.size / 2 + 1000
  }

  /** Makes room for row numbers below `rows`. */
  grow(rows: number): void {
    const documents = new Int32Array(rows).fill(-1, this.#documentOf.length)
    documents.set(this.#documentOf)
    this.#documentOf = documents
  }

  /** Reads the texts of a row from its record, which holds at least this column's path. */
  set(row: number, record: StoredRecord): void {
    this.setValues(row, valuesAt(record, this.path).flatMap(scalarsOf))
  }

  setValues(row: number, values: readonly Scalar[]): void {
    this.clear(row)
    const document = this.#runs.size
    if (document === this.#rowOf.length) {
      const rows = new Int32Array(document * 2)
      rows.set(this.#rowOf)
      this.#rowOf = rows
    }
    this.#rowOf[document] = row
    this.#documentOf[row] = document
    const texts = values.flatMap((value) => (typeof value === 'string' ? foldComposed(value) : []))
    this.#runs.add(texts, (run) => {
      while (run >= this.#documents.size) this.#documents.begin()
      this.#documents.add(run, document)
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

  /** Whether `select` returns exactly the rows that match a pattern. */
  isExact(leaf: Regex): boolean {
    return leaf.flags === 'i' && needleOf(leaf) !== ''
  }

  /** Returns the rows of `within` that may match a pattern. */
  select(leaf: Regex, within: RowSet): RowSet {
    const needle = needleOf(leaf)
    if (needle === '') return within
    const steps = this.#search(leaf, needle)
    let step = steps.next()
    while (!step.done) step = steps.next()
    return this.#rowsOf(step.value).copyWithRoom(this.#documentOf.length).intersect(within)
  }

  /**
   * Does the slow work of `select` in advance and yields to other work in between; returns undefined if there is
   * nothing to do.
   */
  searchAhead(leaf: Regex, budget: PatternBudget): Promise<void> | undefined {
    const needle = needleOf(leaf)
    const unread = this.#runs.size - (this.#searches.get(leaf)?.end ?? 0)
    return needle === '' || unread <= this.#readAtOnce
      ? undefined
      : this.#searchOn(leaf, needle, budget)
  }

  async #searchOn(leaf: Regex, needle: string, budget: PatternBudget): Promise<void> {
    for (const _ of this.#search(leaf, needle)) while (sliceIsOver()) await budget.pause()
  }

  #rowsOf(search: Search): RowSet {
    if (search.outdated !== this.#outdated) {
      const rows = new RowSet(this.#documentOf.length)
      for (const document of search.documents.toRows()) {
        const row = this.#rowOf[document] ?? -1
        if (row >= 0) rows.add(row)
      }
      search.rows = rows
      search.outdated = this.#outdated
    }
    return search.rows
  }

  /** Searches the documents added since the last search. Yields regularly so that the caller can pause. */
  *#search(leaf: Regex, needle: string): Generator<undefined, Search> {
    const cached = this.#searches.get(leaf)
    const from = cached?.end ?? 0
    const end = this.#runs.size
    if (cached && from === end) return cached
    const documents = cached?.documents.copyWithRoom(end) ?? new RowSet(end)
    yield* this.#addMatches(this.#phraseOf(needle), from, end, documents)
    const search = { documents, end, rows: documents, outdated: -1 }
    this.#searches.set(leaf, search)
    return search
  }

  /** Adds the documents from `from` to before `end` that contain the runs of a phrase in sequence. */
  *#addMatches(
    phrase: readonly RunMatch[],
    from: number,
    end: number,
    matches: RowSet,
  ): Generator<undefined, void> {
    const candidates = new RowSet(end)
    for (let document = from; document < end; document++)
      if ((this.#rowOf[document] ?? -1) >= 0) candidates.add(document)
    const areFew = end - from <= this.#readAtOnce
    const listed = areFew ? [] : phrase.filter((run) => !isLike(this.#runs.space, run))
    for (const run of listed) {
      const holders = candidates.emptyCopy()
      for (const code of codesIn(run)) {
        this.#documents.each(code, (document) => {
          if (document < end) holders.add(document)
        })
        yield
      }
      candidates.intersect(holders)
    }
    // For a phrase of one run, the lists already give the exact result.
    if (phrase.length === 1 && listed.length === 1) {
      matches.union(candidates)
      return
    }
    const [first, ...others] = phrase
    if (typeof first !== 'object') return
    for (const [n, document] of candidates.toRows().entries()) {
      if (this.#runs.holds(document, first, others)) matches.add(document)
      if (n % READ_AT_ONCE === 0) yield
    }
  }

  /**
   * Returns the runs of a searched text. Its first run may match the end of a stored run, and its last run the
   * beginning of one.
   */
  #phraseOf(needle: string): RunMatch[] {
    const { table } = this.#runs
    const phrase: RunMatch[] = []
    const units = unitsOf(needle)
    eachRun(units, needle.length, (start, end, hash) => {
      const [begins, ends] = [start > 0, end < needle.length]
      if (begins && ends) {
        phrase.push(table.find(units, start, end, hash))
        return
      }
      const text = needle.slice(start, end)
      const marks = new Uint8Array(table.size)
      for (const code of table.holding(text)) {
        const run = begins || ends ? table.at(code) : text
        if (begins ? run.startsWith(text) : run.endsWith(text)) marks[code] = 1
      }
      phrase.push(marks)
    })
    return phrase
  }
}

/** Yields the codes of the stored runs that match. */
function* codesIn(match: RunMatch): Generator<number> {
  if (typeof match === 'object')
    for (let code = match.indexOf(1); code >= 0; code = match.indexOf(1, code + 1)) yield code
  else if (match >= 0) yield match
}

/** Returns the case-folded literal that a text must contain; an empty string if the pattern is not a plain literal. */
function needleOf({ pattern, flags }: Regex): string {
  const { literal } = compileRegex(pattern, flags)
  // A lone surrogate may be half of any character.
  if (!literal?.isWellFormed()) return ''
  // Stored texts are composed, then folded once. Parts that folding separates, such as `ß` with an accent, are not
  // composed again.
  return flags === 'i' ? literal : fold(literal)
}
