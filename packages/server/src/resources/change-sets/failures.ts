import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import './tables.ts'

/** An object or a media that a change left alone, and why. */
export interface Failed {
  object_id: string
  title: string
  reason: string
}

/** Keeps what a change that was made at once left alone. Nothing was changed without a change set, hence nothing kept. */
export async function keepFailures(
  db: Reader,
  { bucketId }: BucketAccess,
  changeSetId: string | null,
  failures: readonly Failed[],
): Promise<void> {
  if (changeSetId === null) return
  const rows = failures.map(({ object_id, title, reason }, place) => ({
    bucket_id: bucketId,
    change_set_id: changeSetId,
    place,
    object_id,
    title,
    reason,
  }))
  // At most as many as a call that is answered at once may change.
  if (rows.length > 0) await db.insertInto('change_set_failures').values(rows).execute()
}

/** What a change that was made at once left alone, in its order. */
export const readFailures = (
  db: Reader,
  { bucketId }: BucketAccess,
  changeSetId: string,
): Promise<Failed[]> =>
  db
    .selectFrom('change_set_failures')
    .select(['object_id', 'title', 'reason'])
    .where('bucket_id', '=', bucketId)
    .where('change_set_id', '=', changeSetId)
    .orderBy('place')
    .execute()
