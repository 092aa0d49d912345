import type { BucketEvent } from '@typecase/contract/events'

import type { Database } from '../../database/database.ts'
import { jobColumns, toJob } from '../../jobs/job-table.ts'
import { ANYTHING, type LiveNews } from './live-changes.ts'

/** An event of a bucket within the server. */
export type ServerEvent = BucketEvent | LiveNews

type Listener = (event: ServerEvent) => void

/** Delivers the events of a bucket to its listeners, in this process and in others. */
export interface BucketEvents {
  publish(bucketId: string, event: ServerEvent): void
  /** Delivers an event in this process only, if the others learn of it otherwise. */
  publishHere(bucketId: string, event: ServerEvent): void
  /**
   * Subscribes to the events of a bucket.
   * @param onClose called when the server stops
   * @returns a function that unsubscribes
   */
  subscribe(bucketId: string, listener: Listener, onClose?: () => void): () => void
  /** Closes all listeners, so that open streams do not delay the shutdown of the server. */
  close(): void
}

/** The message to other processes: the event, or the id of a job to read if the event is too long to send. */
interface BucketMessage {
  bucketId: string
  event: ServerEvent | { kind: 'long-job'; id: string }
}

const TOPIC = 'bucket'
/** Maximum length of an event that is sent whole, in characters. */
const MAX_EVENT_CHARACTERS = 2000

export function createBucketEvents({
  read,
  messages,
}: Pick<Database, 'read' | 'messages'>): BucketEvents {
  const listeners = new Map<string, Set<Listener>>()
  const closers = new Set<() => void>()
  let isClosed = false

  function tell(bucketId: string, event: ServerEvent): void {
    for (const listener of listeners.get(bucketId) ?? []) listener(event)
  }

  async function hear({ bucketId, event }: BucketMessage): Promise<void> {
    if (!listeners.has(bucketId)) return
    if (event.kind !== 'long-job') return tell(bucketId, event)
    const row = await read
      .selectFrom('jobs')
      .select(jobColumns)
      .where('id', '=', event.id)
      .executeTakeFirst()
    if (row) tell(bucketId, { kind: 'job', job: toJob(row) })
  }

  /** Publishes the versions of all buckets with listeners, from which they learn that events were missed. */
  async function tellVersions(): Promise<void> {
    const rows = await read
      .selectFrom('buckets')
      .select(['id', 'version'])
      .where('id', 'in', [...listeners.keys(), ''])
      .execute()
    for (const { id, version } of rows) {
      tell(id, { kind: 'live', version, ...ANYTHING })
      tell(id, { kind: 'version', version })
    }
  }

  // If this fails, the next ping or call makes up for it.
  messages.on(TOPIC, (body) => void hear(body as BucketMessage).catch(() => {}))
  messages.onGap(() => void tellVersions().catch(() => {}))

  return {
    publish(bucketId, event) {
      tell(bucketId, event)
      const isLong = event.kind === 'job' && JSON.stringify(event).length > MAX_EVENT_CHARACTERS
      const sent = isLong ? { kind: 'long-job' as const, id: event.job.id } : event
      messages.send(TOPIC, { bucketId, event: sent } satisfies BucketMessage)
    },
    publishHere: tell,
    subscribe(bucketId, listener, onClose) {
      const ofBucket = listeners.get(bucketId) ?? new Set()
      listeners.set(bucketId, ofBucket.add(listener))
      if (onClose) closers.add(onClose)
      // A stream that was opened during the shutdown ends like the others.
      if (isClosed) queueMicrotask(() => onClose?.())
      return () => {
        ofBucket.delete(listener)
        if (ofBucket.size === 0 && listeners.get(bucketId) === ofBucket) listeners.delete(bucketId)
        if (onClose) closers.delete(onClose)
      }
    },
    close() {
      isClosed = true
      for (const close of closers) close()
    },
  }
}
