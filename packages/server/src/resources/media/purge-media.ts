import type { App } from '../../app.ts'
import { SOME } from '../../database/delete-some.ts'
import { releaseFiles } from '../../storage/stored-files.ts'
import { type BucketAccess, openBucketForJob } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { trashHorizon } from '../trash/store.ts'
import './tables.ts'

/** Permanently deletes media that have been in the trash for 30 days, in all buckets. The sweep deletes their bytes. */
export async function purgeExpiredMedia(app: App): Promise<void> {
  const before = trashHorizon(app.clock.now())
  const buckets = await app.db.read
    .selectFrom('media')
    .innerJoin('buckets', 'buckets.id', 'media.bucket_id')
    .select(['buckets.id', 'buckets.slug'])
    .distinct()
    .where('media.deleted_at', '<', before)
    .execute()
  for (const { id, slug } of buckets) {
    // The next run in an hour tries again.
    if (app.db.isHeld({ bucketId: id })) continue
    const access = openBucketForJob(id, slug, null)
    await emptyMediaTrash(app, access, { before })
  }
}

/** Which trashed media to delete permanently. The default is all of them. */
interface Purge {
  /** Only media with these ids. */
  ids?: readonly string[]
  /** Only media that were deleted before this time. */
  before?: string
}

/** Permanently deletes trashed media of one bucket in chunks. @returns their number */
export async function emptyMediaTrash(
  app: App,
  access: BucketAccess,
  which: Purge,
): Promise<number> {
  let total = 0
  for (;;) {
    const count = await purgeSome(app, access, which)
    total += count
    if (count < SOME) return total
  }
}

/** Permanently deletes one chunk of trashed media. @returns their number */
function purgeSome(app: App, access: BucketAccess, { ids, before }: Purge): Promise<number> {
  const { bucketId } = access
  return app.db.write(async (write) => {
    const { db } = write
    const rows = await db
      .selectFrom('media')
      .select(['id', 'file_id'])
      .where('bucket_id', '=', bucketId)
      .where('deleted_at', 'is not', null)
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
      .$if(before !== undefined, (query) => query.where('deleted_at', '<', before ?? ''))
      .limit(SOME)
      .execute()
    if (rows.length === 0) return 0
    const version = await bucketChanged(app, write, access)
    // Deleted rows leave no trace for the trash's indexes, so this makes them rebuild.
    await db
      .updateTable('buckets')
      .set({ purged_version: version })
      .where('id', '=', bucketId)
      .execute()
    const deletedIds = rows.map(({ id }) => id)
    await db
      .deleteFrom('media')
      .where('bucket_id', '=', bucketId)
      .where('id', 'in', deletedIds)
      .execute()
    const files = rows.flatMap(({ file_id }) => file_id ?? [])
    await releaseFiles(db, bucketId, files, app.clock.now())
    return rows.length
  }, access)
}
