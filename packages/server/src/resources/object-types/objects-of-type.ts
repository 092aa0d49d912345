import { sql } from 'kysely'

import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'

// The statements over all objects of a type are no more than a write as a whole (OR FAIL): one of them that fails takes it
// all back, and SQLite need not keep a copy of each page for it.

/** A new state: an older change set is not undone over it. */
const touched = sql`rev = rev + 1, state_rev = rev + 1`

/**
 * Moves all objects of a type, trashed ones too, to its new slug.
 * @param version the bucket's new version, so that title indexes learn of it
 */
export async function moveObjectsToType(
  db: Reader,
  { bucketId }: BucketAccess,
  from: string,
  to: string,
  version: number,
): Promise<void> {
  // Trashed objects of an earlier type of the new name may hold ranks there: those that come stand behind them.
  const { rows } = await sql<{ shift: number }>`
    SELECT coalesce(max(rank), 0) - (
      SELECT coalesce(min(rank), 0) FROM objects WHERE bucket_id = ${bucketId} AND type = ${from}
    ) + 1 AS shift FROM objects WHERE bucket_id = ${bucketId} AND type = ${to} HAVING count(*) > 0`.execute(
    db,
  )
  const shift = rows[0]?.shift ?? 0
  await sql`UPDATE OR FAIL objects SET type = ${to}, rank = rank + ${shift}, version = ${version}, rev = rev + 1
    WHERE bucket_id = ${bucketId} AND type = ${from}`.execute(db)
  await sql`UPDATE OR FAIL published_objects SET type = ${to}, rank = rank + ${shift}
    WHERE bucket_id = ${bucketId} AND type = ${from}`.execute(db)
  // So that former places in the order can still be undone.
  await sql`UPDATE change_set_items
    SET type = ${to}, rank_before = rank_before + ${shift}, rank_after = rank_after + ${shift}
    WHERE type = ${from} AND change_set_id IN (SELECT id FROM change_sets WHERE bucket_id = ${bucketId})`.execute(
    db,
  )
}

/** Puts the live objects of a type into the trash, stamped like the type, so that they come back with it. */
export async function trashObjectsOfType(
  db: Reader,
  { bucketId, userId }: BucketAccess,
  type: string,
  now: string,
  version: number,
): Promise<void> {
  await sql`UPDATE OR FAIL published_objects SET deleted_at = ${now}
    WHERE bucket_id = ${bucketId} AND type = ${type} AND deleted_at IS NULL`.execute(db)
  await sql`UPDATE OR FAIL objects SET deleted_at = ${now}, deleted_by = ${userId}, version = ${version}, ${touched}
    WHERE bucket_id = ${bucketId} AND type = ${type} AND deleted_at IS NULL`.execute(db)
}
