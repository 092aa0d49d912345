import type { App } from '../../app.ts'
import { type BucketAccess, openBucketForJob } from '../buckets/bucket-access.ts'
import { bucketsToForget, forgetSome } from '../change-sets/store.ts'
import { bucketsToPurge, type Purge, purgeTrashed, trashHorizon } from './store.ts'

/** Objects that go in one write: other writers wait for it. */
const CHUNK = 200

/** Deletes trashed objects of one bucket for good, in chunks. @returns how many went */
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
 * Purges trash and change sets older than 30 days, in all buckets. For the scheduler.
 * @returns the number of deleted objects
 */
export async function purgeExpired(app: App): Promise<number> {
  const before = trashHorizon(app.clock.now())
  let total = 0
  for (const { id, slug } of await bucketsToPurge(app.db.read, before)) {
    // In an hour, then.
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
