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

/** Whether a change set is the publication of a release, or the undo of one: readers see all of it or nothing. */
export const isOfRelease = async (
  db: Reader,
  access: BucketAccess,
  changeSetId: string,
): Promise<boolean> => (await madeBy(db, access, changeSetId)) !== undefined

/** A release whose publication was undone is open again; one whose undo was undone is published. */
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
      // Schedules that passed in between have happened.
      ...(published_at !== null && { publish_at: null, failure: null }),
      change_set_id: undoneBy,
      modified_at: now,
      rev: eb('rev', '+', 1),
    }))
    .where('bucket_id', '=', access.bucketId)
    .where('id', '=', release.id)
    .execute()
}
