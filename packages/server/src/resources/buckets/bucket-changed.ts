import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { type BucketAccess, bumpVersion } from './bucket-access.ts'

/**
 * Marks a bucket as changed and notifies listeners once the write is durable.
 * @returns the bucket's new version, to be stored with the rows written
 */
export async function bucketChanged(
  { events }: Pick<App, 'events'>,
  write: Write,
  access: BucketAccess,
): Promise<number> {
  const version = await bumpVersion(write, access)
  write.afterCommit(() => events.publish(access.bucketId, { kind: 'version', version }))
  return version
}
