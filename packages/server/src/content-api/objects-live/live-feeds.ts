import type { LiveEvent } from '@typecase/contract/content-live'
import type { Job } from '@typecase/contract/jobs'

import type { App } from '../../app.ts'
import type { BucketSnapshot } from '../../resources/buckets/bucket-snapshots.ts'
import type { ServerEvent } from '../../resources/events/bucket-events.ts'
import {
  type LiveChanges,
  type LiveNews,
  mergeChanges,
} from '../../resources/events/live-changes.ts'

/** A reader of a bucket's live stream. */
export interface LiveReader {
  send(text: string): void
  /** Whether the reader's key still opens the bucket. */
  isAllowed(bucket: BucketSnapshot): boolean
  end(): void
}

export interface LiveFeeds {
  /** Adds a reader. @returns a function that removes it */
  add(bucket: { id: string; slug: string }, reader: LiveReader): () => void
}

/**
 * Changes within this time become one event: a save by hand is one event, and many calls of a program are a few. In ms.
 */
const GATHER_MS = 100
const PING_MS = 15_000

interface Pending {
  changes: LiveChanges
  version: number
  /** Whether no change was added since the last ping. */
  isQuiet: boolean
}

/** Returns the line with a stream's position, which a reader sends when it reconnects. */
export const idText = (version: number): string => `id: ${version}\n`

export const changeText = (event: LiveEvent): string =>
  `event: change\ndata: ${JSON.stringify(event)}\n\n`

const isOver = ({ status }: Job): boolean => status !== 'queued' && status !== 'running'

/** Creates the feeds, one per bucket with readers. An event is serialised once for all of them and takes no query. */
export function createLiveFeeds({ events, buckets }: Pick<App, 'events' | 'buckets'>): LiveFeeds {
  const feeds = new Map<string, ReturnType<typeof openFeed>>()

  function openFeed(bucketId: string, slug: string) {
    const readers = new Set<LiveReader>()
    /** Changes that were not sent yet, by the job that makes them; those without a job are under an empty name. */
    const pending = new Map<string, Pending>()
    let version = 0
    let gathering: NodeJS.Timeout | undefined

    function hear(event: ServerEvent): void {
      if (event.kind === 'live') gather(event)
      else if (event.kind === 'version') version = Math.max(version, event.version)
      else if (event.kind === 'job' && isOver(event.job)) flush(event.job.id)
    }

    function gather({ job_id = '', version: changed, objects, types }: LiveNews): void {
      const changes = { objects, types }
      const former = pending.get(job_id)
      const merged = former ? mergeChanges(former.changes, changes) : changes
      pending.set(job_id, { changes: merged, version: changed, isQuiet: false })
      if (job_id === '') gathering ??= setTimeout(() => flush(''), GATHER_MS).unref()
    }

    function flush(name: string): void {
      const sent = pending.get(name)
      pending.delete(name)
      if (name === '') gathering = undefined
      if (!sent) return
      version = Math.max(version, sent.version)
      sendAll(`${position()}${changeText({ version: sent.version, ...sent.changes })}`)
    }

    /** Returns the position, or nothing while changes wait: an id means that all changes up to it were sent. */
    const position = (): string => (pending.size === 0 && version > 0 ? idText(version) : '')

    function sendAll(text: string): void {
      for (const reader of readers) reader.send(text)
    }

    async function ping(): Promise<void> {
      for (const [name, one] of pending) {
        // The job continues on another server, or the message about its end was lost.
        if (one.isQuiet) flush(name)
        one.isQuiet = true
      }
      // One lookup for all readers; on SQLite, it costs no query unless something was committed.
      const bucket = await buckets.bySlug(slug).catch(() => null)
      if (bucket !== null)
        for (const reader of readers) if (!bucket || !reader.isAllowed(bucket)) reader.end()
      sendAll(`${position()}: ping\n\n`)
    }

    const timer = setInterval(() => void ping(), PING_MS).unref()
    const unsubscribe = events.subscribe(bucketId, hear, () => {
      for (const reader of readers) reader.end()
    })

    return {
      readers,
      close() {
        clearInterval(timer)
        clearTimeout(gathering)
        unsubscribe()
      },
    }
  }

  return {
    add({ id, slug }, reader) {
      const name = `${id} ${slug}`
      const feed = feeds.get(name) ?? openFeed(id, slug)
      feeds.set(name, feed)
      feed.readers.add(reader)
      return () => {
        if (!feed.readers.delete(reader) || feed.readers.size > 0) return
        feed.close()
        if (feeds.get(name) === feed) feeds.delete(name)
      }
    },
  }
}
