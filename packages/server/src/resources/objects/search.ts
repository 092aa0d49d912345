import { and, type Query } from '@typecase/content-query/ast'
import { fold } from '@typecase/content-query/fold'
import type { Sort } from '@typecase/content-query/sort'
import type { OutputOf } from '@typecase/contract/endpoint'
import type { searchObjects } from '@typecase/contract/objects'

import type { ColumnIndex, OrderedSort } from '../../columns/column-index.ts'
import { readPage, type VersionedRow } from '../../columns/find-rows.ts'
import type { RowSet } from '../../columns/row-set.ts'
import { selectByIds } from '../../columns/table-feed.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type Finding, objectIndex } from './find-objects.ts'
import { objectTables } from './object-feed.ts'

type FoundTitle = OutputOf<typeof searchObjects>['objects'][number]

/** Words that count; more would only make the search slower. */
const WORDS = 10
/** Titles that are put in order, the shortest of all that hold the words. */
const CANDIDATES = 1000

const title = ['title'] as const
const topmost: Sort & OrderedSort = {
  kind: 'keys',
  keys: [{ path: ['order'], descending: true }],
}

/** Objects whose title holds every word, best first: the very title, then those that begin so, then the shortest. */
export async function searchTitles(
  finding: Finding,
  access: BucketAccess,
  q: string,
  limit: number,
  signal?: AbortSignal,
): Promise<FoundTitle[]> {
  const text = fold(q.trim())
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS)
  if (words.length === 0) return []
  const query = and(words.map((word) => titleHolds(word)))
  const options = { sort: topmost, values: [title], signal }
  const { rows } = await readPage<FoundTitle & VersionedRow>(
    async () => {
      const found = await objectIndex(finding, access, 'newest').match(query, options)
      const { index, rows, version } = found
      const ids = best(index, rows, text, limit).map((row) => index.idOf(row))
      return { ids, total: rows.count, skip: 0, version }
    },
    (ids) =>
      selectByIds(finding.db.read, access.bucketId, objectTables.newest, ids, [
        'title',
        'type',
        'status',
        'locale',
      ]),
  )
  return rows.map(({ version: _, ...row }) => row)
}

/** A condition that is true of titles that hold a text, in whatever case. */
export const titleHolds = (text: string): Query => ({
  kind: 'regex',
  path: title,
  pattern: text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
  flags: 'i',
})

function best(index: ColumnIndex, rows: RowSet, text: string, limit: number): number[] {
  const titleOf = (row: number) => String(index.valuesAt(title, row)[0] ?? '')
  const places = new Map<number, number>()
  const candidates = shortest(index, rows, (row) => titleOf(row).length)
  for (const row of candidates) places.set(row, placeOf(fold(titleOf(row)), text))
  // Stable: among equals the shortest, then the topmost, stays first.
  return candidates.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)).slice(0, limit)
}

/** The rows with the shortest titles, and of those that are as long the topmost. */
function shortest(index: ColumnIndex, rows: RowSet, lengthOf: (row: number) => number): number[] {
  const byLength = new Map<number, RowSet>()
  for (const row of rows.toRows()) {
    const length = lengthOf(row)
    const same = byLength.get(length) ?? rows.emptied()
    same.add(row)
    byLength.set(length, same)
  }
  const found: number[] = []
  for (const [, same] of [...byLength].toSorted(([a], [b]) => a - b)) {
    if (found.length >= CANDIDATES) break
    found.push(...index.page(same, topmost, 0, CANDIDATES - found.length))
  }
  return found
}

const placeOf = (found: string, text: string) =>
  found === text ? 0 : found.startsWith(text) ? 1 : 2
