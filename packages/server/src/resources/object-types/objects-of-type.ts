import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import '../change-sets/tables.ts'
import '../objects/tables.ts'

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
  const ranksOf = (type: string) =>
    db
      .selectFrom('objects')
      .select((eb) => [
        eb.fn.max<number | null>('rank').as('last'),
        eb.fn.min<number | null>('rank').as('first'),
      ])
      .where('bucket_id', '=', bucketId)
      .where('type', '=', type)
      .executeTakeFirstOrThrow()
  const { last } = await ranksOf(to)
  const shift = last === null ? 0 : last - ((await ranksOf(from)).first ?? 0) + 1
  await db
    .updateTable('objects')
    .set((eb) => ({ type: to, rank: eb('rank', '+', shift), version, rev: eb('rev', '+', 1) }))
    .where('bucket_id', '=', bucketId)
    .where('type', '=', from)
    .execute()
  await db
    .updateTable('published_objects')
    .set((eb) => ({ type: to, rank: eb('rank', '+', shift) }))
    .where('bucket_id', '=', bucketId)
    .where('type', '=', from)
    .execute()
  // So that former places in the order can still be undone.
  await db
    .updateTable('change_set_items')
    .set((eb) => ({
      type: to,
      rank_before: eb('rank_before', '+', shift),
      rank_after: eb('rank_after', '+', shift),
    }))
    .where('bucket_id', '=', bucketId)
    .where('type', '=', from)
    .execute()
}

/** Puts the live objects of a type into the trash, stamped like the type, so that they come back with it. */
export async function trashObjectsOfType(
  db: Reader,
  { bucketId, userId }: BucketAccess,
  type: string,
  now: string,
  version: number,
): Promise<void> {
  const live = { bucket_id: bucketId, type, deleted_at: null }
  await db
    .updateTable('published_objects')
    .set({ deleted_at: now })
    .where((eb) => eb.and(live))
    .execute()
  await db
    .updateTable('objects')
    .set((eb) => ({
      deleted_at: now,
      deleted_by: userId,
      version,
      // A new state: an older change set is not undone over it.
      rev: eb('rev', '+', 1),
      state_rev: eb('rev', '+', 1),
    }))
    .where((eb) => eb.and(live))
    .execute()
}
