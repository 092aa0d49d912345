import type { Sort } from '@typecase/content-query/sort'
import { type TrashedObject, TRASH_DAYS } from '@typecase/contract/trash'

import { readPage, type VersionedRow } from '../../columns/find-rows.ts'
import { selectByIds } from '../../columns/table-feed.ts'
import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { Write } from '../../database/write-queue.ts'
import { type BucketAccess, bumpVersion } from '../buckets/bucket-access.ts'
import { type Finding, findObjects } from '../objects/find-objects.ts'
import { objectTables } from '../objects/object-feed.ts'
import { titleHolds } from '../objects/search.ts'
import '../objects/tables.ts'

const DAY = 24 * 3600 * 1000

/** The time before which objects must have been deleted to be let go now. ISO-8601. */
export const trashHorizon = (now: number): string => new Date(now - TRASH_DAYS * DAY).toISOString()

/** Newest first. */
const sort: Sort = { kind: 'keys', keys: [{ path: ['deleted_at'], descending: true }] }

const asked = (q: string) => ({ source: 'trashed' as const, query: titleHolds(q), sort })

type Row = Omit<TrashedObject, 'expires_at'> & VersionedRow

/** Deleted objects of a bucket, newest first, and how many there are. */
export async function listTrashed(
  finding: Finding,
  access: BucketAccess,
  { limit, skip, q = '' }: { limit: number; skip: number; q?: string | undefined },
  signal: AbortSignal,
): Promise<{ objects: TrashedObject[]; total: number }> {
  const { rows, total } = await readPage<Row>(
    () => findObjects(finding, access, { ...asked(q), limit, skip }, signal),
    (ids) =>
      selectByIds(
        finding.db.read,
        access.bucketId,
        objectTables.trashed,
        ids,
        'r.id, r.title, r.type, r.slug, r.locale, r.deleted_at, r.deleted_by, r.version',
      ),
  )
  const objects = rows.map(({ version: _, ...row }) => ({
    ...row,
    expires_at: new Date(Date.parse(row.deleted_at) + TRASH_DAYS * DAY).toISOString(),
  }))
  return { objects, total }
}

/** Ids of all deleted objects whose title holds a text, newest first. */
export async function trashedIds(
  finding: Finding,
  access: BucketAccess,
  q: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return (await findObjects(finding, access, asked(q), signal)).ids
}

/** Which trashed objects to delete for good. */
export interface Purge {
  /** Only these. */
  ids?: readonly string[]
  /** Only those deleted before this time. */
  before?: string
  limit: number
}

/**
 * Deletes trashed objects for good, with their revisions. Title indexes from before must be read anew, since nothing
 * is left to tell them what went.
 * @returns how many went
 */
export async function purgeTrashed(
  write: Write,
  access: BucketAccess,
  { ids, before, limit }: Purge,
): Promise<{ deleted: number; version: number | null }> {
  const { db } = write
  const rows = await selectRows<{ seq: number; id: string }>(db, {
    text: `SELECT seq, id FROM objects WHERE bucket_id = ? AND deleted_at IS NOT NULL
      ${ids ? 'AND id IN (SELECT value FROM json_each(?))' : ''} ${before ? 'AND deleted_at < ?' : ''} LIMIT ?`,
    values: [
      access.bucketId,
      ...(ids ? [JSON.stringify(ids)] : []),
      ...(before ? [before] : []),
      limit,
    ],
  })
  if (rows.length === 0) return { deleted: 0, version: null }
  const version = await bumpVersion(write, access)
  await selectRows(db, {
    text: 'UPDATE buckets SET purged_version = version WHERE id = ?',
    values: [access.bucketId],
  })
  await selectRows(db, {
    text: 'DELETE FROM revisions WHERE object_id IN (SELECT value FROM json_each(?)) AND bucket_id = ?',
    values: [JSON.stringify(rows.map(({ id }) => id)), access.bucketId],
  })
  // The published rows go with them.
  await selectRows(db, {
    text: 'DELETE FROM objects WHERE seq IN (SELECT value FROM json_each(?))',
    values: [JSON.stringify(rows.map(({ seq }) => seq))],
  })
  return { deleted: rows.length, version }
}

/** Buckets that hold objects deleted before a time. */
export async function bucketsToPurge(
  db: Reader,
  before: string,
): Promise<{ id: string; slug: string }[]> {
  return selectRows(db, {
    text: `SELECT id, slug FROM buckets WHERE EXISTS (
      SELECT 1 FROM objects WHERE bucket_id = buckets.id AND deleted_at IS NOT NULL AND deleted_at < ?)`,
    values: [before],
  })
}
