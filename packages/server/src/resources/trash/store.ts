import { fold } from '@typecase/content-query/fold'
import { type TrashedObject, TRASH_DAYS } from '@typecase/contract/trash'

import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { Write } from '../../database/write-queue.ts'
import { type BucketAccess, bumpVersion } from '../buckets/bucket-access.ts'
import { idsIn } from '../objects/bulk/scope.ts'
import '../objects/tables.ts'

const DAY = 24 * 3600 * 1000

/** The time before which objects must have been deleted to be let go now. ISO-8601. */
export const trashHorizon = (now: number): string => new Date(now - TRASH_DAYS * DAY).toISOString()

/** Whether a title holds a folded text; every one holds the empty one. */
const HOLDS = 'instr(fold(title), ?) > 0'

/** Deleted objects of a bucket, newest first, and how many there are. */
export async function listTrashed(
  db: Reader,
  { bucketId }: BucketAccess,
  { limit, skip, q = '' }: { limit: number; skip: number; q?: string | undefined },
): Promise<{ objects: TrashedObject[]; total: number }> {
  const rows = await selectRows<Omit<TrashedObject, 'expires_at'>>(db, {
    text: `SELECT id, title, type, slug, locale, deleted_at, deleted_by FROM objects
      WHERE bucket_id = ? AND deleted_at IS NOT NULL AND ${HOLDS} ORDER BY deleted_at DESC, id DESC LIMIT ? OFFSET ?`,
    values: [bucketId, fold(q), limit, skip],
  })
  const [count] = await selectRows<{ total: number }>(db, {
    text: `SELECT count(*) AS total FROM objects WHERE bucket_id = ? AND deleted_at IS NOT NULL AND ${HOLDS}`,
    values: [bucketId, fold(q)],
  })
  const objects = rows.map((row) => ({
    ...row,
    expires_at: new Date(Date.parse(row.deleted_at) + TRASH_DAYS * DAY).toISOString(),
  }))
  return { objects, total: count?.total ?? 0 }
}

/** Ids of all deleted objects whose title holds a text, newest first. */
export async function trashedIds(
  db: Reader,
  { bucketId }: BucketAccess,
  q: string,
): Promise<string[]> {
  const [row] = await selectRows<{ ids: string | null }>(db, {
    text: `SELECT group_concat(id, '') AS ids FROM (
      SELECT id FROM objects WHERE bucket_id = ? AND deleted_at IS NOT NULL AND ${HOLDS}
      ORDER BY deleted_at DESC, id DESC)`,
    values: [bucketId, fold(q)],
  })
  return idsIn(row?.ids ?? '')
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
  // The published rows and the title index go with them.
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
