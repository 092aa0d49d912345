import type { Sort } from '@typecase/content-query/sort'
import { type TrashedObject, TRASH_DAYS } from '@typecase/contract/trash'

import { readPage, type VersionedRow } from '../../columns/find-rows.ts'
import { selectByIds } from '../../columns/table-feed.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { type BucketAccess, bumpVersion } from '../buckets/bucket-access.ts'
import { type Finding, findObjects } from '../objects/queries/find-objects.ts'
import { objectTables } from '../objects/queries/object-feed.ts'
import { holds } from '../objects/queries/search.ts'
import '../objects/store/tables.ts'

const DAY = 24 * 3600 * 1000

/** Returns the time before which deleted objects are purged, in ISO 8601. */
export const trashHorizon = (now: number): string => new Date(now - TRASH_DAYS * DAY).toISOString()

/** Newest first. */
const sort: Sort = { kind: 'keys', keys: [{ path: ['deleted_at'], descending: true }] }

const trashQuery = (q: string) => ({ source: 'trashed' as const, query: holds(q), sort })

const columns = ['title', 'type', 'slug', 'locale', 'deleted_at', 'deleted_by'] as const

type Row = Omit<TrashedObject, 'expires_at'> & VersionedRow

/** Lists the deleted objects of a bucket, newest first, and counts them all. */
export async function listTrashed(
  finding: Finding,
  access: BucketAccess,
  { limit, skip, q = '' }: { limit: number; skip: number; q?: string | undefined },
  signal: AbortSignal,
): Promise<{ objects: TrashedObject[]; total: number }> {
  const { rows, total } = await readPage<Row>(
    () => findObjects(finding, access, { ...trashQuery(q), limit, skip }, signal),
    (ids) => selectByIds(finding.db.read, access.bucketId, objectTables.trashed, ids, columns),
  )
  const objects = rows.map(({ version: _, ...row }) => ({
    ...row,
    expires_at: new Date(Date.parse(row.deleted_at) + TRASH_DAYS * DAY).toISOString(),
  }))
  return { objects, total }
}

/** Returns the ids of all deleted objects whose title contains a text, newest first. */
export async function trashedIds(
  finding: Finding,
  access: BucketAccess,
  q: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return (await findObjects(finding, access, trashQuery(q), signal)).ids
}

/** Which trashed objects to delete permanently. */
export interface Purge {
  /** Only objects with these ids. */
  ids?: readonly string[]
  /** Only objects that were deleted before this time. */
  before?: string
  limit: number
}

/**
 * Permanently deletes trashed objects with their revisions. Existing indexes must be rebuilt, as the deleted rows leave
 * no trace from which they could catch up.
 * @returns the number of deleted objects, and the bucket's new version
 */
export async function purgeTrashed(
  write: Write,
  access: BucketAccess,
  { ids, before, limit }: Purge,
): Promise<{ deleted: number; version: number | null }> {
  const { db } = write
  const { bucketId } = access
  const rows = await db
    .selectFrom('objects')
    .select('id')
    .where('bucket_id', '=', bucketId)
    .where('deleted_at', 'is not', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .$if(before !== undefined, (query) => query.where('deleted_at', '<', before ?? ''))
    .limit(limit)
    .execute()
  if (rows.length === 0) return { deleted: 0, version: null }
  const version = await bumpVersion(write, access)
  await db
    .updateTable('buckets')
    .set({ purged_version: version })
    .where('id', '=', bucketId)
    .execute()
  const deletedIds = rows.map(({ id }) => id)
  await db
    .deleteFrom('revisions')
    .where('bucket_id', '=', bucketId)
    .where('object_id', 'in', deletedIds)
    .execute()
  // A foreign key deletes the published rows as well.
  await db
    .deleteFrom('objects')
    .where('bucket_id', '=', bucketId)
    .where('id', 'in', deletedIds)
    .execute()
  return { deleted: rows.length, version }
}

/** Finds the buckets with objects that were deleted before a time. */
export const bucketsToPurge = (
  db: Reader,
  before: string,
): Promise<{ id: string; slug: string }[]> =>
  db
    .selectFrom('buckets')
    .select(['id', 'slug'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('objects')
          .select('objects.id')
          .whereRef('objects.bucket_id', '=', 'buckets.id')
          .where('deleted_at', 'is not', null)
          .where('deleted_at', '<', before),
      ),
    )
    .execute()
