import type { Path } from '@typecase/content-query/fields'
import { printPath } from '@typecase/content-query/fields'

import type { Change } from './column-index.ts'
import type { RowFeed, RowSnapshot } from './live-index.ts'

export interface Row extends Readonly<Record<string, unknown>> {
  id: string
}

/** A bucket in memory, as a database would tell of it. */
export class MemoryFeed implements RowFeed {
  readonly #states = new Map<string, { row: Row | undefined; version: number }>()
  #purged = 0
  current = 1
  /** Paths that were loaded, and how often. */
  readonly loaded: string[] = []
  /** Called between the pages of a read. */
  meanwhile: () => void = () => {}

  get rows(): Row[] {
    return [...this.#states.values()].flatMap(({ row }) => row ?? [])
  }

  write(rows: readonly Row[]): void {
    this.current++
    for (const row of rows) this.#states.set(row.id, { row, version: this.current })
  }

  remove(id: string): void {
    this.current++
    if (this.#states.has(id)) this.#states.set(id, { row: undefined, version: this.current })
  }

  /** Takes a removed row away for good. */
  purge(id: string): void {
    const state = this.#states.get(id)
    if (!state || state.row) return
    this.current++
    this.#states.delete(id)
    this.#purged = Math.max(this.#purged, state.version)
  }

  async version(): Promise<number> {
    return this.current
  }

  async snapshot<T>(read: (snapshot: RowSnapshot) => Promise<T>): Promise<T> {
    const states = new Map(this.#states)
    const [version, purged] = [this.current, this.#purged]
    const ids = [...states.keys()].sort()
    const recordOf = (id: string) => states.get(id)?.row
    return read({
      version,
      hasGapSince: (since) => since < purged,
      page: async (paths, after, limit) => {
        this.#tell(paths, after)
        const rows = ids.filter((id) => id > after).flatMap((id) => recordOf(id) ?? [])
        return rows.slice(0, limit)
      },
      changesSince: (since) => this.#changes(states, since),
      records: async (wanted) => {
        this.meanwhile()
        return wanted.flatMap((id) => recordOf(id) ?? [])
      },
    })
  }

  async *#changes(
    states: ReadonlyMap<string, { row: Row | undefined; version: number }>,
    since: number,
  ): AsyncIterable<Change[]> {
    for (const [id, { row, version }] of states) {
      if (version > since) yield [{ id, record: row }]
      this.meanwhile()
    }
  }

  #tell(paths: readonly Path[], after: string): void {
    if (after === '') this.loaded.push(...paths.map(printPath))
    this.meanwhile()
  }
}
