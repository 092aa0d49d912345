import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { type BucketAccess, bumpBucket, type BumpedBucket } from './bucket-access.ts'

/** Marks a bucket whose objects or media change, and notifies listeners once the write is durable. */
export async function contentChanged(
  { events }: Pick<App, 'events'>,
  write: Write,
  access: BucketAccess,
): Promise<BumpedBucket> {
  const bumped = await bumpBucket(write, access)
  const { version } = bumped
  write.afterCommit(() => events.publish(access.bucketId, { kind: 'version', version }))
  return bumped
}

/** Marks a bucket as changed in any other way. @returns its new version, to be stored with the rows written */
export const bucketChanged = async (
  services: Pick<App, 'events'>,
  write: Write,
  access: BucketAccess,
): Promise<number> => (await contentChanged(services, write, access)).version
