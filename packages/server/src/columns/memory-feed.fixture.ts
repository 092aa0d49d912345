import type { Path } from '@typecase/content-query/fields'
import { printPath } from '@typecase/content-query/fields'

import type { Change } from './column-index.ts'
import type { Page, RowFeed, RowRecords, ChangeCursor, WrittenRow } from './live-index.ts'
import { lowerBound } from './sorting.ts'

export interface Row extends Readonly<Record<string, unknown>> {
  id: string
}

/** An in-memory bucket that behaves like a database. */
export class MemoryFeed implements RowFeed {
  readonly #states = new Map<string, { row: Row | undefined; version: number }>()
  /** The states in the order of writes, cached until the next write. */
  #orderedStates: (Change & ChangeCursor)[] | undefined
  /**
   * The rows by id, cached until the next write. If reads slowed down with the row count, the index would shrink its
   * pages.
   */
  #byId: readonly Row[] | undefined
  #purged = 0
  current = 1
  readonly base: readonly Path[] = []
  readonly areObjects = true
  /** The loaded paths, once per load. */
  readonly loaded: string[] = []
  /** Called between the pages of a read. */
  meanwhile: () => void = () => {}

  get rows(): Row[] {
    return [...this.#states.values()].flatMap(({ row }) => row ?? [])
  }

  write(rows: readonly Row[]): void {
    this.#changed()
    for (const row of rows) this.#states.set(row.id, { row, version: this.current })
  }

  remove(id: string): void {
    this.#changed()
    if (this.#states.has(id)) this.#states.set(id, { row: undefined, version: this.current })
  }

  /** Purges a removed row, which leaves no trace of it. */
  purge(id: string): void {
    const state = this.#states.get(id)
    if (!state || state.row) return
    this.#changed()
    this.#states.delete(id)
    this.#purged = this.current
  }

  #changed(): void {
    this.current++
    this.#orderedStates = undefined
    this.#byId = undefined
  }

  async version(): Promise<number> {
    return this.current
  }

  async all(after: string, limit: number, paths: readonly Path[]): Promise<Page<Change>> {
    if (after === '') this.loaded.push(...paths.map(printPath))
    const byId = (this.#byId ??= this.rows.sort((a, b) => (a.id < b.id ? -1 : 1)))
    const from = lowerBound(byId.length, (at) => (byId[at]?.id ?? '') <= after)
    const rows = byId.slice(from, from + limit).map((record) => ({ id: record.id, record }))
    const answer = { rows, version: this.current, purged: this.#purged }
    this.meanwhile()
    return answer
  }

  async writtenRows(after: ChangeCursor, limit: number): Promise<Page<WrittenRow>> {
    const states = (this.#orderedStates ??= [...this.#states]
      .map(([id, { row, version }]) => ({ id, record: row, version }))
      .sort(compareCursors))
    const from = lowerBound(states.length, (at) => compareCursors(states[at] ?? after, after) <= 0)
    const rows = states.slice(from, from + limit)
    const answer = { rows, version: this.current, purged: this.#purged }
    this.meanwhile()
    return answer
  }

  async records(ids: readonly string[]): Promise<RowRecords> {
    const records = ids.flatMap((id) => this.#states.get(id)?.row ?? [])
    const answer = { records, version: this.current }
    this.meanwhile()
    return answer
  }
}

const compareCursors = (a: ChangeCursor, b: ChangeCursor): number =>
  a.version - b.version || (a.id < b.id ? -1 : Number(a.id > b.id))
