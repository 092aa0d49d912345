import { everything, type Query } from '@typecase/content-query/ast'
import type { Sort } from '@typecase/content-query/sort'

import type { App } from '../../app.ts'
import type { MatchOptions } from '../../columns/live-index.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { objectFeed, type ObjectSource } from './object-feed.ts'

/** What finding objects needs. */
export type Finding = Pick<App, 'db' | 'columns'>

/** The index of some objects of a bucket. */
export const objectIndex = (
  { db, columns }: Finding,
  { bucketId }: BucketAccess,
  source: ObjectSource,
) => columns.of(`${source} ${bucketId}`, () => objectFeed(db.read, bucketId, source))

export interface ObjectsAsked {
  readonly source: ObjectSource
  readonly query?: Query
  readonly sort: Sort
  readonly limit?: number
  readonly skip?: number
}

/** Objects that were found, all at one version of the bucket. */
export interface FoundObjects {
  /** Those of the page, in order. */
  readonly ids: readonly string[]
  /** How many there are on all pages. */
  readonly total: number
  readonly version: number
}

/** Finds a page of the objects that match a query; all of them without a limit. */
export async function findObjects(
  finding: Finding,
  access: BucketAccess,
  { source, query = everything, sort, limit = Infinity, skip = 0 }: ObjectsAsked,
  signal?: AbortSignal,
): Promise<FoundObjects> {
  const ordered = sort.kind === 'keys' ? sort : undefined
  const options: MatchOptions = { sort: ordered, signal }
  const { index, rows, version } = await objectIndex(finding, access, source).match(query, options)
  const page = ordered
    ? index.page(rows, ordered, skip, limit)
    : shuffled(rows.toRows()).subarray(skip, skip + limit)
  return { ids: Array.from(page, (row) => index.idOf(row)), total: rows.count, version }
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
