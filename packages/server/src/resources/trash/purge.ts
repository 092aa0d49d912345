import type { App } from '../../app.ts'
import { type BucketAccess, openBucketForJob } from '../buckets/bucket-access.ts'
import { bucketsToForget, forgetSome } from '../change-sets/store.ts'
import { bucketsToPurge, type Purge, purgeTrashed, trashHorizon } from './store.ts'

/** Number of objects deleted per write, so that other writes need not wait long. */
const CHUNK = 200

/** Permanently deletes trashed objects of one bucket in chunks. @returns their number */
export async function emptyTrashOf(
  { db, events }: App,
  access: BucketAccess,
  which: Omit<Purge, 'limit'>,
): Promise<number> {
  let total = 0
  for (;;) {
    const { deleted, version } = await db.write(
      (write) => purgeTrashed(write, access, { ...which, limit: CHUNK }),
      access,
    )
    if (version !== null) events.publish(access.bucketId, { kind: 'version', version })
    total += deleted
    if (deleted < CHUNK) return total
  }
}

/**
 * Purges trash and change sets older than 30 days, in all buckets. Called by the scheduler.
 * @returns the number of deleted objects
 */
export async function purgeExpired(app: App): Promise<number> {
  const before = trashHorizon(app.clock.now())
  let total = 0
  for (const { id, slug } of await bucketsToPurge(app.db.read, before)) {
    // The next run in an hour tries again.
    if (app.db.isHeld({ bucketId: id })) continue
    total += await emptyTrashOf(app, openBucketForJob(id, slug, null), { before })
  }
  for (const { bucketId } of await bucketsToForget(app.db.read, before)) {
    if (app.db.isHeld({ bucketId })) continue
    while (
      await app.db.write(({ db }) => forgetSome(db, bucketId, app.clock.now(), before), {
        bucketId,
      })
    );
  }
  return total
}
