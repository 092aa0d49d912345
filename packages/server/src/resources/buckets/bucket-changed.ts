import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import type { LiveChanges } from '../events/live-changes.ts'
import { type BucketAccess, bumpBucket, type BumpedBucket } from './bucket-access.ts'

/** Returns the changes that a committed write made to published objects; undefined if it changed only drafts. */
type LiveOutcome = () => (LiveChanges & { job_id?: string }) | undefined

/** Marks a bucket's objects or media as changed, and notifies listeners once the write is committed. */
export async function contentChanged(
  { events }: Pick<App, 'events'>,
  write: Write,
  access: BucketAccess,
  live?: LiveOutcome,
): Promise<BumpedBucket> {
  const bumped = await bumpBucket(write, access)
  const { version } = bumped
  write.afterCommit(() => {
    // Published before the version, so that a listener that knows the version also knows its changes.
    const changes = live?.()
    if (changes) events.publish(access.bucketId, { kind: 'live', version, ...changes })
    events.publish(access.bucketId, { kind: 'version', version })
  })
  return bumped
}

/** Marks a bucket as changed in any other way. @returns its new version, to be stored with the rows written */
export const bucketChanged = async (
  services: Pick<App, 'events'>,
  write: Write,
  access: BucketAccess,
  live?: LiveOutcome,
): Promise<number> => (await contentChanged(services, write, access, live)).version

/**
 * Returns services that publish no version events, for a write in many batches that announces its version once, at the
 * end.
 */
export const withoutVersions = <T extends Pick<App, 'events'>>(services: T): T => ({
  ...services,
  events: {
    ...services.events,
    publish(bucketId, event) {
      if (event.kind !== 'version') services.events.publish(bucketId, event)
    },
  } satisfies App['events'],
})
