import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import type { LiveChanges } from '../events/live-changes.ts'
import { type BucketAccess, bumpBucket, type BumpedBucket } from './bucket-access.ts'

/** The changes of a write for readers of published objects, once it is durable; none for drafts alone. */
type LiveOutcome = () => (LiveChanges & { job_id?: string }) | undefined

/** Marks a bucket whose objects or media change, and notifies listeners once the write is durable. */
export async function contentChanged(
  { events }: Pick<App, 'events'>,
  write: Write,
  access: BucketAccess,
  live?: LiveOutcome,
): Promise<BumpedBucket> {
  const bumped = await bumpBucket(write, access)
  const { version } = bumped
  write.afterCommit(() => {
    // First: a listener that knows the version knows its changes, too.
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

/** The services of a write in many batches, whose new version is announced once, at the end. */
export const withoutVersions = <T extends Pick<App, 'events'>>(services: T): T => ({
  ...services,
  events: {
    ...services.events,
    publish(bucketId, event) {
      if (event.kind !== 'version') services.events.publish(bucketId, event)
    },
  } satisfies App['events'],
})
