import type { Query } from '@typecase/content-query/ast'
import { type Path, printPath } from '@typecase/content-query/fields'
import { matches } from '@typecase/content-query/match'
import type { StoredRecord } from '@typecase/content-query/stored-values'

import { type Change, ColumnIndex, type OrderedSort } from './column-index.ts'
import type { RowSet } from './row-set.ts'
import { leavesOf } from './select-rows.ts'
import { createPause } from './sorting.ts'

/** Where the rows of an index come from. */
export interface RowFeed {
  /** The bucket's version. */
  version(): Promise<number>
  /** Reads what the bucket holds at one moment, whatever is written meanwhile. */
  snapshot<T>(read: (snapshot: RowSnapshot) => Promise<T>): Promise<T>
}

/** The rows of a bucket at one version. */
export interface RowSnapshot {
  readonly version: number
  /** Whether rows that were there at an earlier version may have gone without leaving a change. */
  hasGapSince(version: number): boolean
  /**
   * The rows in order of their ids, page by page; the last page has fewer than `limit`.
   * @param paths what each record holds beside its id
   * @param after the last id of the page before
   */
  page(paths: readonly Path[], after: string, limit: number): Promise<readonly StoredRecord[]>
  /** The rows that were written after a version, page by page, whole, or as gone. */
  changesSince(version: number): AsyncIterable<readonly Change[]>
  /** Rows by id, in no order; those that are gone are left out. */
  records(ids: readonly string[], paths: readonly Path[]): Promise<readonly StoredRecord[]>
}

/** Rows that a load reads at once. */
const LOADED_AT_ONCE = 2000

/** Records that are read at once for conditions on long texts. */
const TESTED_AT_ONCE = 500

/** The rows that match a query. Read them before the next `await`: the index may change after it. */
export interface Matched {
  index: ColumnIndex
  rows: RowSet
  /** The bucket's version that this is the answer at. */
  version: number
}

/** A column index that follows its bucket. Its answers are those of the bucket's version when it was asked, or of a later one. */
export class LiveIndex {
  readonly #feed: RowFeed
  #index = new ColumnIndex()
  /** The version that the index is at; none before it is loaded. */
  #version: number | undefined
  #catchUp: Promise<void> | undefined
  /** Loads under way, by path; the first one by the id. */
  readonly #loads = new Map<string, Promise<void>>()

  constructor(feed: RowFeed) {
    this.#feed = feed
  }

  /** Memory in bytes. */
  get bytes(): number {
    return this.#index.bytes
  }

  /**
   * Finds what matches a query.
   * @param sort an order in which the rows can be read then
   * @param signal ends the work before its next step
   */
  async match(query: Query, sort?: OrderedSort, signal?: AbortSignal): Promise<Matched> {
    let wanted = await this.#feed.version()
    using tests = new RecordTests(query)
    for (;;) {
      signal?.throwIfAborted()
      const work = this.#prepare(wanted, query, sort)
      if (work) {
        await work
        continue
      }
      const index = this.#index
      const { sure, maybe } = index.select(query)
      tests.follow(index)
      const untested = sure === maybe ? [] : tests.untested(maybe.copy().subtract(sure))
      if (untested.length > 0) {
        // What the records say is of a version that the index has to reach before it counts.
        wanted = await this.#feed.snapshot((snapshot) => tests.read(snapshot, untested))
        continue
      }
      const rows = sure === maybe ? sure : tests.accepted(maybe).union(sure)
      if (sort && !index.canOrder(rows, sort)) await index.makeOrder(sort)
      else return { index, rows, version: this.#version ?? 0 }
    }
  }

  /** The next step before a query can be answered at a version; nothing when it can be. */
  #prepare(wanted: number, query: Query, sort: OrderedSort | undefined): Promise<void> | undefined {
    const missing = this.#index.missing(query, sort)
    if (this.#version === undefined || missing.length > 0) return this.#loadMissing(missing, sort)
    if (this.#catchUp || this.#version < wanted) return this.#reach(wanted)
    return this.#index.rank(query)
  }

  #loadMissing(missing: readonly Path[], sort: OrderedSort | undefined): Promise<void> {
    const names = this.#version === undefined ? ['id'] : missing.map(printPath)
    const [underWay] = names.flatMap((name) => this.#loads.get(name) ?? [])
    if (underWay) return underWay
    const load = this.#load(missing, new Set(sort?.keys.map(({ path }) => printPath(path))))
    for (const name of names) this.#loads.set(name, load)
    return load
  }

  async #load(paths: readonly Path[], sorted: ReadonlySet<string>): Promise<void> {
    const index = this.#index
    const isFirst = this.#version === undefined
    const loading = index.startLoading(paths, { isFirst, sorted })
    try {
      const version = await this.#feed.snapshot(async (snapshot) => {
        const pause = createPause()
        for (let after = ''; ;) {
          const records = await snapshot.page(paths, after, LOADED_AT_ONCE)
          index.fill(loading, records)
          after = String(records.at(-1)?.['id'])
          const isDone = !isFirst && loading.columns.size === 0
          if (records.length < LOADED_AT_ONCE || isDone) return snapshot.version
          await pause()
        }
      })
      if (isFirst) this.#version = version
      await this.#reach(version)
      index.finishLoading(loading)
    } catch (error) {
      // Rows that went away before the next attempt would stay.
      if (isFirst) this.#startOver()
      throw error
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
    await this.#feed.snapshot(async (snapshot) => {
      const from = this.#version ?? 0
      if (snapshot.hasGapSince(from)) return this.#startOver()
      const pause = createPause()
      for await (const changes of snapshot.changesSince(from)) {
        this.#index.apply(changes)
        await pause()
      }
      this.#version = snapshot.version
    })
  }

  /** What is loading for the old index ends there unseen. */
  #startOver(): void {
    this.#index = new ColumnIndex()
    this.#version = undefined
    this.#loads.clear()
  }
}

/** Tests rows by their records, for conditions that no column answers, until each was tested as it is now. */
class RecordTests implements Disposable {
  readonly #query: Query
  readonly #paths: readonly Path[]
  readonly #results = new Map<number, boolean>()
  #index: ColumnIndex | undefined

  constructor(query: Query) {
    this.#query = query
    this.#paths = leavesOf(query).map(({ path }) => path)
  }

  /** Learns from now on which rows of the index change. */
  follow(index: ColumnIndex): void {
    if (this.#index === index) return
    this[Symbol.dispose]()
    this.#results.clear()
    index.watchers.add(this.#forget)
    this.#index = index
  }

  untested(rows: RowSet): number[] {
    const untested: number[] = []
    for (const row of rows.toRows()) {
      if (!this.#results.has(row) && untested.push(row) === TESTED_AT_ONCE) break
    }
    return untested
  }

  /** Tests rows by what they hold. @returns the version at which they hold it */
  async read(snapshot: RowSnapshot, rows: readonly number[]): Promise<number> {
    const index = this.#index
    const ids = rows.flatMap((row) => index?.idOf(row) ?? [])
    for (const row of rows) this.#results.set(row, false)
    for (const record of await snapshot.records(ids, this.#paths)) {
      const row = index?.rowOf(String(record['id'])) ?? -1
      if (this.#results.has(row)) this.#results.set(row, matches(this.#query, record))
    }
    return snapshot.version
  }

  /** Those of the rows whose records match. */
  accepted(rows: RowSet): RowSet {
    const accepted = rows.emptied()
    for (const [row, isAccepted] of this.#results) {
      if (isAccepted && rows.has(row)) accepted.add(row)
    }
    return accepted
  }

  [Symbol.dispose](): void {
    this.#index?.watchers.delete(this.#forget)
  }

  readonly #forget = (row: number): void => void this.#results.delete(row)
}
