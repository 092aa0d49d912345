import type { Query } from '@typecase/content-query/ast'
import { type Path, printPath } from '@typecase/content-query/fields'
import type { StoredRecord } from '@typecase/content-query/stored-values'

import { createPace } from '../jobs/pace.ts'
import { type Change, ColumnIndex } from './column-index.ts'
import type { Loading } from './loading.ts'
import { PatternBudget } from './pattern-budget.ts'
import {
  asksForReferences,
  leavesOf,
  type Plan,
  planOf,
  relationsIn,
  type TypedRelation,
} from './query-plan.ts'
import type { OrderedSort } from './row-orders.ts'
import type { RowSet } from './row-set.ts'
import { RecordTests } from './record-tests.ts'
import { nextSlice, sliceIsOver } from './sorting.ts'
import { LONG_TEXTS } from './word-column.ts'

/** The source of an index's rows. Each result reflects one moment, and includes the bucket's version at that moment. */
export interface RowFeed {
  /** Paths that most queries use: their columns are loaded with the first query. */
  readonly base: readonly Path[]
  /** Whether the rows are objects, so that queries follow their relations to other rows. */
  readonly areObjects?: boolean
  /** The relations of all object types. */
  relations?(): Promise<readonly TypedRelation[]>
  /** The bucket's version. */
  version(): Promise<number>
  /**
   * A page of all rows by id; rows that do not belong to the feed have no record.
   * @param after the id of the last row of the previous page
   * @param paths the values that each record includes in addition to its id
   * @returns fewer than `limit` rows if there are no more
   */
  all(after: string, limit: number, paths: readonly Path[]): Promise<Page<Change>>
  /** A page of rows in the order of their last write, each in its current state or as deleted. */
  writtenRows(after: ChangeCursor, limit: number, paths: readonly Path[]): Promise<Page<WrittenRow>>
  /** Rows by id, in no particular order; missing ones are left out. */
  records(ids: readonly string[], paths: readonly Path[]): Promise<RowRecords>
}

/** A row's position in the order of writes: the bucket's version at its last write, then its id. */
export interface ChangeCursor {
  readonly version: number
  readonly id: string
}

export type WrittenRow = Change & ChangeCursor

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly version: number
  /** The newest version at which rows were purged, which leaves no trace of them; 0 if none were. */
  readonly purged: number
}

export interface RowRecords {
  readonly records: readonly StoredRecord[]
  readonly version: number
}

/** Time limit for one read of rows, in ms: with SQLite, every other request waits for it. */
const READ_MS = 8
const FIRST_READ = 200

/**
 * Limit for the rows that a query tests or a catch-up reads, in multiples of the row count plus `FEW_ROWS`: rows may
 * change while they are read.
 */
const ROUNDS = 3
const FEW_ROWS = 1000

/** The cursor after all rows that were written at a version. */
const afterVersion = (version: number): ChangeCursor => ({ version, id: '~' })

/** Thrown when rows may have been purged without a trace. */
class RowsDeleted extends Error {}

/** Thrown when an index needs more memory than its limit. */
export class IndexTooLarge extends Error {}

/** Options of a query. */
export interface MatchOptions {
  /** A sort that the index must be able to apply to the result. */
  readonly sort?: OrderedSort | undefined
  /** Paths whose values the caller reads from the result's index. */
  readonly values?: readonly Path[] | undefined
  /** The bucket's version, if the caller has read it already. */
  readonly version?: number | undefined
  /** Aborts the work before its next step. */
  readonly signal?: AbortSignal | undefined
  /** A pattern budget shared by several queries. */
  readonly budget?: PatternBudget | undefined
}

/** The rows that match a query. Read them before the next `await`, after which the index may have changed. */
export interface IndexMatches {
  index: ColumnIndex
  rows: RowSet
  /** The bucket's version that the result reflects. */
  version: number
}

/**
 * A column index that follows its bucket. A result reflects the bucket's version at the time of the query, or a later
 * one.
 */
export class LiveIndex {
  readonly #feed: RowFeed
  #index: ColumnIndex
  /** The version that the index reflects; undefined until it is loaded. */
  #version: number | undefined
  #catchUp: Promise<void> | undefined
  /** Running loads by path; the first load, which adds the rows, is under `id`. */
  readonly #loads = new Map<string, Promise<void>>()
  /** Number of running queries that need the column of each path. */
  readonly #uses = new Map<string, number>()
  readonly #pace = createPace(READ_MS, FIRST_READ, READ_MS / FIRST_READ)

  readonly #mostBytes: number
  readonly #onGrowth: () => void
  readonly #longTexts: typeof LONG_TEXTS

  /**
   * @param mostBytes memory limit in bytes
   * @param onGrowth called after the memory use may have grown
   * @param longTexts limits beyond which texts are too long to be stored
   */
  constructor(
    feed: RowFeed,
    mostBytes = Infinity,
    onGrowth: () => void = () => {},
    longTexts = LONG_TEXTS,
  ) {
    this.#feed = feed
    this.#mostBytes = mostBytes
    this.#onGrowth = onGrowth
    this.#longTexts = longTexts
    this.#index = new ColumnIndex(longTexts)
  }

  /** Memory in bytes. */
  get bytes(): number {
    return this.#index.bytes
  }

  /**
   * Finds the rows that match a query.
   * @throws IndexTooLarge when its columns exceed the memory limit; QueryError `too_expensive`
   */
  async match(
    query: Query,
    { sort, values = [], version, signal, budget = new PatternBudget(signal) }: MatchOptions = {},
  ): Promise<IndexMatches> {
    let minVersion = version ?? (await this.#feed.version())
    const relations = asksForReferences(query) ? await this.#feed.relations?.() : undefined
    const plan = this.#feed.areObjects ? planOf(query, relations) : query
    const sorted = sort?.keys.map(({ path }) => path) ?? []
    const needed = [...values, ...sorted, ...relationsIn(plan)]
    const paths = [...leavesOf(plan).map(({ path }) => path), ...needed]
    using _ = this.#use(new Set(paths.map(printPath)))
    using tests = new RecordTests(budget)
    let tested = 0
    for (;;) {
      while (sliceIsOver()) await nextSlice()
      signal?.throwIfAborted()
      const work = this.#prepare(minVersion, plan, needed, budget)
      if (work) {
        await work
        continue
      }
      const index = this.#index
      const untested = tests.follow(index, plan, this.#pace.size)
      tested += untested.length
      if (tested > ROUNDS * (index.live.count + FEW_ROWS)) throw tests.tooExpensive()
      if (untested.length > 0) {
        // The records may be newer than the index, so catch up to their version first.
        const [ids, paths] = tests.begin(untested)
        const read = () => this.#feed.records(ids, paths)
        const { records, version } = await this.#paced(ids.length, read)
        await tests.test(records)
        minVersion = version
        continue
      }
      const rows = index.select(plan, tests.select)
      if (!sort || index.canOrder(rows, sort)) return { index, rows, version: this.#version ?? 0 }
      await index.makeOrder(sort)
      this.#onGrowth()
    }
  }

  /**
   * Returns those of the ids that have rows.
   * @param version the bucket's version, or an earlier one that is recent enough
   * @returns undefined if the index is not loaded or older than `version`
   */
  existing(ids: readonly string[], version: number): ReadonlySet<string> | undefined {
    if (this.#catchUp || this.#version === undefined || this.#version < version) return undefined
    return new Set(ids.filter((id) => this.#index.rowOf(id) >= 0))
  }

  readonly #isInUse = (path: string): boolean => this.#uses.has(path)

  /**
   * Keeps columns while a query needs them. They are released on the next turn of the event loop, so the query's caller
   * can still read them.
   */
  #use(paths: ReadonlySet<string>): Disposable {
    for (const path of paths) this.#uses.set(path, (this.#uses.get(path) ?? 0) + 1)
    const release = () => {
      for (const path of paths) {
        const others = (this.#uses.get(path) ?? 1) - 1
        if (others > 0) this.#uses.set(path, others)
        else this.#uses.delete(path)
      }
    }
    return { [Symbol.dispose]: () => void setImmediate(release) }
  }

  /** Starts the next step that a query at `minVersion` needs; returns undefined if it can be answered. */
  #prepare(
    minVersion: number,
    plan: Plan,
    required: readonly Path[],
    budget: PatternBudget,
  ): Promise<void> | undefined {
    // A load that starts during a catch-up would miss the rows being read.
    if (this.#catchUp) return this.#catchUp
    const isNew = this.#version === undefined
    const needed = isNew ? [...this.#feed.base, ...required] : required
    const missing = this.#index.missing(plan, needed, this.#isInUse)
    if (isNew || missing.length > 0) return this.#loadMissing(missing, required, plan)
    if ((this.#version ?? 0) < minVersion) return this.#reach(minVersion)
    return this.#index.prepare(plan, budget)
  }

  #loadMissing(missing: readonly Path[], required: readonly Path[], plan: Plan): Promise<void> {
    const names = this.#version === undefined ? ['id'] : missing.map(printPath)
    const [underWay] = names.flatMap((name) => this.#loads.get(name) ?? [])
    if (underWay) return underWay
    const patterns = leavesOf(plan).filter(({ kind }) => kind === 'regex')
    const load = this.#load(missing, {
      fullTextPaths: new Set(required.map(printPath)),
      searched: new Set(patterns.map(({ path }) => printPath(path))),
    })
    for (const name of names) this.#loads.set(name, load)
    return load
  }

  async #load(
    paths: readonly Path[],
    options: Pick<Loading, 'fullTextPaths' | 'searched'>,
  ): Promise<void> {
    const index = this.#index
    const isFirst = this.#version === undefined
    const loading = index.startLoading(paths, { isFirst, ...options })
    try {
      let firstVersion: number | undefined
      let last = ''
      const version = await this.#readPages(
        undefined,
        (limit) => this.#feed.all(last, limit, paths),
        async (rows, at) => {
          firstVersion ??= at
          last = rows.at(-1)?.id ?? last
          // Long texts are processed row by row: a page of them takes megabytes.
          const step = loading.words.size > 0 ? 1 : rows.length
          for (let from = 0; from < rows.length; from += step) {
            index.fill(loading, rows.slice(from, from + step))
            while (sliceIsOver()) await nextSlice()
          }
          for (const _ of index.replaceLong(loading)) while (sliceIsOver()) await nextSlice()
          const isTooLarge = index.bytes + bytesOf(loading) > this.#mostBytes
          if (isTooLarge && !index.giveUpWords(loading)) throw new IndexTooLarge()
          return isFirst || !isIdle(loading)
        },
      )
      // Rows that changed after they were read, or were added before the read position, are among the rows written
      // since `firstVersion`.
      if (isFirst) this.#version = firstVersion
      await this.#reach(version)
      index.finishLoading(loading)
      index.dropUnused(this.#isInUse)
      this.#onGrowth()
    } catch (error) {
      // After a failed first load, rows deleted before the next attempt would remain. If memory is short, dropping the
      // columns of other queries makes room.
      const isCrowded = error instanceof IndexTooLarge && !isFirst
      if (isFirst || isCrowded) this.#startOver()
      if (!(error instanceof RowsDeleted) && !isCrowded) throw error
    } finally {
      index.cancelLoading(loading)
      if (index === this.#index)
        for (const name of ['id', ...paths.map(printPath)]) this.#loads.delete(name)
    }
  }

  async #reach(version: number): Promise<void> {
    while (this.#catchUp || (this.#version ?? version) < version) {
      this.#catchUp ??= this.#applyChanges().finally(() => (this.#catchUp = undefined))
      await this.#catchUp
    }
  }

  async #applyChanges(): Promise<void> {
    const index = this.#index
    try {
      let last = afterVersion(this.#version ?? 0)
      this.#version = await this.#readPages(
        last.version,
        (limit) => this.#feed.writtenRows(last, limit, index.paths),
        async (rows) => {
          last = rows.at(-1) ?? last
          index.apply(rows)
          return true
        },
        ROUNDS * (index.live.count + FEW_ROWS),
      )
      this.#onGrowth()
    } catch (error) {
      // The rows applied so far may be of a later version than the rest.
      this.#startOver()
      if (!(error instanceof RowsDeleted)) throw error
    }
  }

  /**
   * Reads rows page by page.
   * @param since the version after which no rows may have been purged; by default that of the first page
   * @param take receives a page and its version; returns false to stop
   * @param enough number of rows after which each page is twice as large as the previous one
   * @returns the version of the last page
   * @throws RowsDeleted when rows may have been purged after `since`
   */
  async #readPages<Row>(
    since: number | undefined,
    read: (limit: number) => Promise<Page<Row>>,
    take: (rows: readonly Row[], version: number) => Promise<boolean>,
    enough = Infinity,
  ): Promise<number> {
    let count = 0
    let factor = 1
    for (;;) {
      const size = this.#pace.size * factor
      const { rows, version, purged } = await this.#paced(size, () => read(size))
      count += rows.length
      // Each statement reads one snapshot, so a page with room for all rows ends the loop even under constant writes.
      if (count > enough) factor *= 2
      if (purged > (since ??= version)) throw new RowsDeleted()
      if (!(await take(rows, version)) || rows.length < size) return version
      while (sliceIsOver()) await nextSlice()
    }
  }

  async #paced<T>(count: number, read: () => Promise<T>): Promise<T> {
    const start = performance.now()
    const result = await read()
    this.#pace.took(count, performance.now() - start)
    return result
  }

  /** Starts with an empty index. Running loads of the old index finish, but their results are discarded. */
  #startOver(): void {
    this.#index = new ColumnIndex(this.#longTexts)
    this.#version = undefined
    this.#loads.clear()
  }
}

const isIdle = ({ columns, words, keys }: Loading): boolean =>
  columns.size + words.size === 0 && keys === undefined

const bytesOf = ({ columns, words, keys }: Loading): number =>
  [...columns.values(), ...words.values()].reduce((sum, { bytes }) => sum + bytes, keys?.bytes ?? 0)
