import { everything, type Query } from '@typecase/content-query/ast'
import type { Sort } from '@typecase/content-query/sort'

import type { Ids } from './id-column.ts'
import type { LiveIndex } from './live-index.ts'
import { nextSlice, sliceIsOver } from './sorting.ts'

/** Ids that are made into texts at once: a fraction of a millisecond. */
const AT_ONCE = 1000

export interface RowsAsked {
  readonly query?: Query
  readonly sort: Sort
  readonly limit?: number
  readonly skip?: number
  /** Skips all rows before the one with this id, and that one, instead. */
  readonly after?: string | undefined
}

/** Rows that were found, all at one version of the bucket. */
export interface FoundRows {
  /** Those of the page, in order. */
  readonly ids: readonly string[]
  /** How many there are on all pages. */
  readonly total: number
  /** How many are on the pages before; 0 for `after` a row that is not among them. */
  readonly skip: number
  readonly version: number
}

/** Finds a page of the rows that match a query; all of them without a limit. */
export async function findRows(
  live: LiveIndex,
  { query = everything, sort, limit = Infinity, skip = 0, after }: RowsAsked,
  signal?: AbortSignal,
): Promise<FoundRows> {
  const ordered = sort.kind === 'keys' ? sort : undefined
  const { index, rows, version } = await live.match(query, { sort: ordered, signal })
  const mixed = ordered ? undefined : shuffled(rows.toRows())
  const last = after === undefined ? -1 : index.rowOf(after)
  const from =
    after === undefined
      ? skip
      : ordered
        ? index.placeOf(last, rows, ordered)
        : (mixed?.indexOf(last) ?? -1) + 1
  const page = ordered
    ? index.page(rows, ordered, from, limit)
    : (mixed?.subarray(from, from + limit) ?? [])
  const total = rows.count
  const ids = await textsOf(index.idsOf(page))
  return { ids, total, skip: from, version }
}

/** Ids as texts. To make very many takes long, so other work is let in between. */
async function textsOf(ids: Ids): Promise<readonly string[]> {
  const texts: string[] = []
  for (let place = 0; place < ids.length; place++) {
    if (place % AT_ONCE === AT_ONCE - 1) while (sliceIsOver()) await nextSlice()
    texts.push(ids.at(place))
  }
  return texts
}

/** Whatever is read of a row beside it: the bucket's version at its last write. */
export interface VersionedRow {
  id: string
  version: number
}

/**
 * Finds a page and reads its rows, all as they are at one version of the bucket. Where one was written to in between,
 * both are done again.
 */
export async function readPage<Row extends VersionedRow>(
  find: () => Promise<FoundRows>,
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<FoundRows & { readonly rows: readonly Row[] }> {
  for (;;) {
    const found = await find()
    const byId = new Map((await read(found.ids)).map((row) => [row.id, row]))
    const rows = found.ids.flatMap((id) => byId.get(id) ?? [])
    const isCurrent = rows.every(({ version }) => version <= found.version)
    if (isCurrent && rows.length === found.ids.length) return { ...found, rows }
  }
}

/** Fisher and Yates: https://en.wikipedia.org/wiki/Fisher%E2%80%93Yates_shuffle */
function shuffled(rows: Uint32Array): Uint32Array {
  for (let last = rows.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    const [a = 0, b = 0] = [rows[last], rows[other]]
    rows[last] = b
    rows[other] = a
  }
  return rows
}
