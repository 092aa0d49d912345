import { type Query, or } from '@typecase/content-query/ast'
import type { Sort } from '@typecase/content-query/sort'
import { type TrashedMedia, TRASH_DAYS } from '@typecase/contract/trash'

import type { App } from '../../app.ts'
import { findRows, readPage, type RowQuery, type VersionedRow } from '../../columns/find-rows.ts'
import { selectByIds, tableFeed } from '../../columns/table-feed.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { trashedMediaTable } from '../media/find-media.ts'
import { mediaUrls } from '../media/media-url.ts'
import { type MediaRow, visibleColumns, toPublicMedia } from '../media/media-view.ts'
import { holds } from '../objects/queries/search.ts'

const DAY = 24 * 3600 * 1000

/** Newest first. */
const sort: Sort = { kind: 'keys', keys: [{ path: ['deleted_at'], descending: true }] }

const holding = (q: string): Query => or([holds(q), holds(q, ['original_name'])])

type Finding = Pick<App, 'db' | 'columns' | 'settings' | 'sealer' | 'clock'>

const find = (
  { db, columns }: Finding,
  { bucketId }: BucketAccess,
  request: RowQuery,
  signal: AbortSignal,
) =>
  findRows(
    columns.of(bucketId, 'trashed media', () => tableFeed(db.read, bucketId, trashedMediaTable)),
    request,
    signal,
  )

const columns = [...visibleColumns, 'deleted_at', 'deleted_by'] as const

type Row = MediaRow & VersionedRow & Pick<TrashedMedia, 'deleted_at' | 'deleted_by'>

/** Lists the deleted media of a bucket, newest first, and counts them all. */
export async function listTrashedMedia(
  app: Finding,
  access: BucketAccess,
  { limit, skip, q = '' }: { limit: number; skip: number; q?: string | undefined },
  signal: AbortSignal,
): Promise<{ media: TrashedMedia[]; total: number }> {
  const { bucketId } = access
  const { rows, total } = await readPage<Row>(
    () => find(app, access, { query: holding(q), sort, limit, skip }, signal),
    (ids) => selectByIds(app.db.read, bucketId, trashedMediaTable, ids, columns),
  )
  const urlOf = await mediaUrls(app, bucketId)
  const media = rows.map((row) => ({
    ...toPublicMedia(row, urlOf),
    deleted_at: row.deleted_at,
    deleted_by: row.deleted_by,
    expires_at: new Date(Date.parse(row.deleted_at) + TRASH_DAYS * DAY).toISOString(),
  }))
  return { media, total }
}

/** Returns the ids of all deleted media whose title or file name contains a text, newest first. */
export const trashedMediaIds = async (
  app: Finding,
  access: BucketAccess,
  q: string,
  signal: AbortSignal,
): Promise<readonly string[]> => (await find(app, access, { query: holding(q), sort }, signal)).ids
