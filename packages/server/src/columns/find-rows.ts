import { and, compare, everything, or, type Query } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import type { Sort } from '@typecase/content-query/sort'

import { invalid, rateLimited } from '../http/failure.ts'
import type { ColumnIndex } from './column-index.ts'
import type { Ids } from './id-column.ts'
import type { LiveIndex } from './live-index.ts'
import type { PatternBudget } from './pattern-budget.ts'
import type { OrderedSort } from './row-orders.ts'
import type { RowSet } from './row-set.ts'
import { nextSlice, sliceIsOver } from './sorting.ts'

/** Number of ids converted to strings without a pause, which takes a fraction of a millisecond. */
const AT_ONCE = 1000

export interface RowQuery {
  readonly query?: Query
  readonly sort: Sort
  /**
   * Rows that match the first of these queries come first, then those of the second, and so on; `sort` orders each
   * part.
   */
  readonly tiers?: readonly Query[] | undefined
  readonly preference?: Preference | undefined
  /** Paths: a row that equals a matching row at all of these paths is included, too. */
  readonly alike?: readonly Path[] | undefined
  readonly limit?: number
  readonly skip?: number
  /**
   * Instead of `skip`: skips all rows up to and including the live row with this id. In a random order, a row that does
   * not match has no position, so nothing is skipped.
   */
  readonly after?: string | undefined
  /** The bucket's version, if the caller has read it already. */
  readonly version?: number | undefined
  /** A pattern budget shared by several queries. */
  readonly budget?: PatternBudget
}

/**
 * Of the rows that are equal at `same`, only those with the earliest of `values` at `path` count. A row displaces the
 * others even if it does not match the query.
 */
export interface Preference {
  readonly path: Path
  readonly values: readonly string[]
  readonly same: readonly Path[]
}

/** A page of matching rows, all at one version of the bucket. */
export interface RowPage {
  /** The ids of the rows on this page, in order. */
  readonly ids: readonly string[]
  /** The number of rows on all pages. */
  readonly total: number
  /** The number of rows on earlier pages. */
  readonly skip: number
  readonly version: number
}

/**
 * Finds a page of the rows that match a query, or all of them without a limit.
 * @throws Failure `invalid` if there is no row with the id `after`
 */
export async function findRows(
  live: LiveIndex,
  { query = everything, sort, limit = Infinity, skip = 0, after, budget, ...conditions }: RowQuery,
  signal?: AbortSignal,
): Promise<RowPage> {
  const ordered = sort.kind === 'keys' ? sort : undefined
  const { tiers = [], preference, alike, version: atLeast } = conditions
  // This matches the same rows as the query, but also prepares the conditions of the tiers.
  const prepared = or([query, ...tiers.map((tier) => and([query, tier]))])
  const values = preference ? [preference.path, ...preference.same] : alike
  const matched = await live.match(prepared, {
    sort: ordered,
    values,
    version: atLeast,
    signal,
    budget,
  })
  const { index, version } = matched
  const rowIds = alike ? withAlike(index, matched.rows, alike) : matched.rows
  const rows = preference ? preferredRows(index, rowIds, preference) : rowIds
  const mixed = ordered ? undefined : shuffle(rows.toRows())
  const last = after === undefined ? -1 : index.rowOf(after)
  // Starting from the first page would repeat every page.
  if (after !== undefined && last < 0)
    throw invalid('after', 'after must be the id of a row that is there', 'reference')
  const parts = partsOf(index, rows, tiers)
  const from =
    after === undefined
      ? skip
      : ordered
        ? positionIn(index, parts, last, ordered)
        : (mixed?.indexOf(last) ?? -1) + 1
  const page = ordered
    ? pageOf(index, parts, ordered, from, limit)
    : (mixed?.subarray(from, from + limit) ?? [])
  const total = rows.count
  const ids = await textsOf(index.idsOf(page))
  return { ids, total, skip: from, version }
}

/** Returns the rows of each tier, then all other rows. */
function partsOf(index: ColumnIndex, rows: RowSet, tiers: readonly Query[]): RowSet[] {
  const others = rows.copy()
  const parts = tiers.map((tier) => {
    const part = index.select(tier).copy().intersect(others)
    others.subtract(part)
    return part
  })
  return [...parts, others]
}

function pageOf(
  index: ColumnIndex,
  parts: readonly RowSet[],
  sort: OrderedSort,
  skip: number,
  limit: number,
): number[] {
  let page: number[] = []
  let before = 0
  for (const part of parts) {
    const room = limit - page.length
    const from = Math.max(0, skip - before)
    if (room > 0 && from < part.count) page = page.concat(index.page(part, sort, from, room))
    before += part.count
  }
  return page
}

/**
 * Returns the number of rows up to and including a live row. A row that does not match has a position in the order,
 * too.
 */
function positionIn(
  index: ColumnIndex,
  parts: readonly RowSet[],
  row: number,
  sort: OrderedSort,
): number {
  let before = 0
  const last = parts.at(-1)
  for (const part of parts) {
    if (part === last || part.has(row)) return before + index.positionOf(row, part, sort)
    before += part.count
  }
  return before
}

/** Returns a function that maps rows to a key: rows with equal values at the paths have the same key. */
const keyOf = (index: ColumnIndex, paths: readonly Path[]) => (row: number) =>
  paths.map((path) => index.valuesAt(path, row).join()).join('\0')

/** Returns the rows, plus all live rows that equal one of them at some paths. */
function withAlike(index: ColumnIndex, rows: RowSet, paths: readonly Path[]): RowSet {
  const keyAt = keyOf(index, paths)
  const keys = new Set(Array.from(rows.toRows(), keyAt))
  const all = rows.copy()
  for (const row of index.live.toRows()) if (keys.has(keyAt(row))) all.add(row)
  return all
}

/** Returns the rows that no preferred row displaces. */
function preferredRows(
  index: ColumnIndex,
  rows: RowSet,
  { path, values, same }: Preference,
): RowSet {
  const counted = rows.copy()
  const seen = new Set<string>()
  const keyAt = keyOf(index, same)
  for (const [rank, value] of values.entries()) {
    const having = index.select(compare(path, 'eq', value))
    const rows = having.copy().intersect(counted)
    if (rank > 0) for (const row of rows.toRows()) if (seen.has(keyAt(row))) counted.delete(row)
    if (rank < values.length - 1) for (const row of having.toRows()) seen.add(keyAt(row))
  }
  return counted
}

/** Converts ids to strings and yields to other work in between, since large numbers of ids take long. */
async function textsOf(ids: Ids): Promise<readonly string[]> {
  const texts: string[] = []
  for (let index = 0; index < ids.length; index++) {
    if (index % AT_ONCE === AT_ONCE - 1) while (sliceIsOver()) await nextSlice()
    texts.push(ids.at(index))
  }
  return texts
}

/** The fields of every row read, including the bucket's version at the row's last write. */
export interface VersionedRow {
  id: string
  version: number
}

/** Maximum attempts to read a page: concurrent writes may change some of its rows each time. */
const MAX_ATTEMPTS = 50

/**
 * Finds a page and reads its rows, all at one version of the bucket. Repeats both steps if one of the rows was written
 * in between.
 * @param find receives whether this is a retry: a version that was read earlier is then outdated
 * @throws Failure `limited` after too many retries
 */
export async function readPage<Row extends VersionedRow>(
  find: (isAgain: boolean) => Promise<RowPage>,
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<RowPage & { readonly rows: readonly Row[] }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const page = await find(attempt > 0)
    const byId = new Map((await read(page.ids)).map((row) => [row.id, row]))
    const rows = page.ids.flatMap((id) => byId.get(id) ?? [])
    const isCurrent = rows.every(({ version }) => version <= page.version)
    if (isCurrent && rows.length === page.ids.length) return { ...page, rows }
  }
  throw rateLimited(1, 'The rows of this page keep changing.')
}

/** Fisher–Yates shuffle: https://en.wikipedia.org/wiki/Fisher%E2%80%93Yates_shuffle */
function shuffle(rows: Uint32Array): Uint32Array {
  for (let last = rows.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    const [a = 0, b = 0] = [rows[last], rows[other]]
    rows[last] = b
    rows[other] = a
  }
  return rows
}
