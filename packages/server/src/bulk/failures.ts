import type { Job } from '@typecase/contract/jobs'

import type { Reader } from '../database/database.ts'
import { countOf } from '../database/expressions.ts'
import { deleteSome } from '../database/delete-some.ts'
import type { Write } from '../database/write-queue.ts'
import type { BucketAccess } from '../resources/buckets/bucket-access.ts'

declare module '../database/tables.ts' {
  interface Tables {
    failures: {
      bucket_id: string
      /** Id of a job, or of a change set that was made without one. */
      owner_id: string
      place: number
      object_id: string | null
      title: string | null
      reason: string
    }
  }
}

/** An item that a job failed to change, and the reason. */
export type JobFailure = Job['errors'][number]

/** A skipped object or media, and the reason. */
export interface FailedItem {
  object_id: string
  title: string
  reason: string
}

/** Number of failures that a job includes in its own data; the full list is stored separately. */
export const SHOWN_FAILURES = 100

/** Rows per statement and between two pauses, since engines bind some 30,000 values. */
const ROWS = 1000

const ofOwner = (db: Reader, bucketId: string, ownerId: string) =>
  db.selectFrom('failures').where('bucket_id', '=', bucketId).where('owner_id', '=', ownerId)

/**
 * Stores failures after the existing ones.
 * @param ownerId id of a job or a change set; null if nothing was changed, and then nothing is stored
 */
export async function keepFailures(
  { db, pause }: Write,
  bucketId: string,
  ownerId: string | null,
  failures: readonly JobFailure[],
): Promise<void> {
  if (ownerId === null || failures.length === 0) return
  const last = await ofOwner(db, bucketId, ownerId)
    .select('place')
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()
  const next = (last?.place ?? -1) + 1
  for (let at = 0; at < failures.length; at += ROWS) {
    const rows = failures
      .slice(at, at + ROWS)
      .map(({ object_id = null, title = null, reason }, n) => ({
        bucket_id: bucketId,
        owner_id: ownerId,
        place: next + at + n,
        object_id,
        title,
        reason,
      }))
    await db.insertInto('failures').values(rows).execute()
    await pause()
  }
}

/** Returns a page of the items that a job or change set skipped, in order, and their total number. */
export async function readFailures(
  db: Reader,
  { bucketId }: BucketAccess,
  ownerId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ failures: JobFailure[]; total: number }> {
  const all = ofOwner(db, bucketId, ownerId)
  const rows = await all
    .select(['object_id', 'title', 'reason'])
    .orderBy('place')
    .limit(limit)
    .offset(skip)
    .execute()
  const total = await countOf(all)
  const failures = rows.map(({ object_id, title, reason }) => ({
    ...(object_id !== null && { object_id }),
    ...(title !== null && { title }),
    reason,
  }))
  return { failures, total }
}

/** Deletes some failures of a bucket, of one owner or of all. @returns the number of deleted failures */
export const forgetFailures = (db: Reader, bucketId: string, ownerId?: string): Promise<number> =>
  deleteSome(db, 'failures', ['bucket_id', 'owner_id', 'place'], (eb) =>
    eb.and({ bucket_id: bucketId, ...(ownerId !== undefined && { owner_id: ownerId }) }),
  )
