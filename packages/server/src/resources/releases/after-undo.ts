import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import './tables.ts'

const madeBy = (db: Reader, { bucketId }: BucketAccess, changeSetId: string) =>
  db
    .selectFrom('releases')
    .select(['id', 'published_at'])
    .where('bucket_id', '=', bucketId)
    .where('change_set_id', '=', changeSetId)
    .executeTakeFirst()

/** Whether a change set is the publication of a release or its undo, which readers see as a whole or not at all. */
export const isOfRelease = async (
  db: Reader,
  access: BucketAccess,
  changeSetId: string,
): Promise<boolean> => (await madeBy(db, access, changeSetId)) !== undefined

/**
 * Updates a release after the undo of a change set: it is open again if its publication was undone, and published again
 * if that undo was undone.
 */
export async function releaseUndone(
  db: Reader,
  access: BucketAccess,
  changeSetId: string,
  undoneBy: string,
  now: string,
): Promise<void> {
  const release = await madeBy(db, access, changeSetId)
  if (!release) return
  const published_at = release.published_at === null ? now : null
  await db
    .updateTable('releases')
    .set((eb) => ({
      published_at,
      // A schedule that was set in between is obsolete.
      ...(published_at !== null && { publish_at: null, failure: null }),
      change_set_id: undoneBy,
      modified_at: now,
      rev: eb('rev', '+', 1),
    }))
    .where('bucket_id', '=', access.bucketId)
    .where('id', '=', release.id)
    .execute()
}
