import { sql } from 'kysely'

import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import { inList, sql as text } from '../../database/sql-text.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'

/** Rows that a statement changes at most: what it takes long to do is done in a long write, page by page. */
const PAGE = 200

/** Whether a type has so many objects, trashed ones too, that what is done to all of them is a long write. */
export async function hasMany(
  db: Reader,
  { bucketId }: BucketAccess,
  type: string,
): Promise<boolean> {
  const rows = await selectRows(
    db,
    text`SELECT 1 AS one FROM objects WHERE bucket_id = ${bucketId} AND type = ${type} LIMIT 1 OFFSET ${PAGE}`,
  )
  return rows.length > 0
}

/** The ids of all objects of a type, trashed ones too, along the index of ranks. */
async function* idsOfType(
  { db, pause }: Write,
  { bucketId }: BucketAccess,
  type: string,
): AsyncGenerator<string[]> {
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await selectRows<{ id: string; rank: number }>(
      db,
      text`SELECT id, rank FROM objects
        WHERE bucket_id = ${bucketId} AND type = ${type} AND rank > ${after} ORDER BY rank LIMIT ${PAGE}`,
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id }) => id)
    after = last.rank
    await pause()
  }
}

/**
 * Moves all objects of a type, trashed ones too, to its new slug.
 * @param version the bucket's new version, so that title indexes learn of it
 */
export async function moveObjectsToType(
  write: Write,
  access: BucketAccess,
  from: string,
  to: string,
  version: number,
): Promise<void> {
  const { db } = write
  const { bucketId } = access
  // Trashed objects of an earlier type of the new name may hold ranks there: those that come stand behind them.
  const { rows } = await sql<{ shift: number }>`
    SELECT coalesce(max(rank), 0) - (
      SELECT coalesce(min(rank), 0) FROM objects WHERE bucket_id = ${bucketId} AND type = ${from}
    ) + 1 AS shift FROM objects WHERE bucket_id = ${bucketId} AND type = ${to} HAVING count(*) > 0`.execute(
    db,
  )
  const shift = rows[0]?.shift ?? 0
  for await (const ids of idsOfType(write, access, from)) {
    const some = text`bucket_id = ${bucketId} AND ${inList('id', ids)}`
    await selectRows(
      db,
      text`UPDATE objects SET type = ${to}, rank = rank + ${shift}, version = ${version}, rev = rev + 1 WHERE ${some}`,
    )
    await selectRows(
      db,
      text`UPDATE published_objects SET type = ${to}, rank = rank + ${shift} WHERE ${some}`,
    )
  }
  await moveRemembered(write, access, from, to, shift)
}

/** Moves what change sets remember of a type's objects, so that former places in the order can still be undone. */
async function moveRemembered(
  { db, pause }: Write,
  { bucketId }: BucketAccess,
  from: string,
  to: string,
  shift: number,
): Promise<void> {
  const sets = await selectRows<{ id: string }>(
    db,
    text`SELECT id FROM change_sets WHERE bucket_id = ${bucketId}`,
  )
  for (const { id } of sets) {
    for (let after = 0; ;) {
      const items = await selectRows<{ seq: number }>(
        db,
        text`SELECT seq FROM change_set_items WHERE change_set_id = ${id} AND seq > ${after} ORDER BY seq LIMIT ${PAGE}`,
      )
      const last = items.at(-1)?.seq
      if (last === undefined) break
      await selectRows(
        db,
        text`UPDATE change_set_items
          SET type = ${to}, rank_before = rank_before + ${shift}, rank_after = rank_after + ${shift}
          WHERE change_set_id = ${id} AND seq > ${after} AND seq <= ${last} AND type = ${from}`,
      )
      after = last
      await pause()
    }
  }
}

/** Puts the live objects of a type into the trash, stamped like the type, so that they come back with it. */
export async function trashObjectsOfType(
  write: Write,
  access: BucketAccess,
  type: string,
  now: string,
  version: number,
): Promise<void> {
  const { db } = write
  const { bucketId, userId } = access
  for await (const ids of idsOfType(write, access, type)) {
    const some = text`bucket_id = ${bucketId} AND ${inList('id', ids)} AND deleted_at IS NULL`
    await selectRows(db, text`UPDATE published_objects SET deleted_at = ${now} WHERE ${some}`)
    // A new state: an older change set is not undone over it.
    await selectRows(
      db,
      text`UPDATE objects SET deleted_at = ${now}, deleted_by = ${userId}, version = ${version},
        rev = rev + 1, state_rev = rev + 1 WHERE ${some}`,
    )
  }
}
