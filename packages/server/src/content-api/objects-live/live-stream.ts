import { PassThrough, type Readable } from 'node:stream'

import { MAX_WAITING_LIVE_BYTES } from '../../limits.ts'
import type { BucketSnapshot } from '../../resources/buckets/bucket-snapshots.ts'
import { ANYTHING } from '../../resources/events/live-changes.ts'
import { changeText, idText, type LiveReader } from './live-feeds.ts'

/** Clients reconnect after 2 to 5 seconds, so that they do not all return at once after a restart of the server. */
const RETRY_MS = { least: 2000, spread: 3000 }

export interface LiveStreamParts extends Pick<LiveReader, 'isAllowed'> {
  /** The id of the last event that a reconnecting reader has received. */
  lastEventId: string | undefined
  /** Subscribes a reader. @returns a function that unsubscribes it */
  subscribe(reader: LiveReader): () => void
  readBucket(): Promise<BucketSnapshot | undefined>
}

/** Opens the live stream of one reader as `text/event-stream`. */
export function openLiveStream(parts: LiveStreamParts): Readable {
  const stream = new PassThrough()

  function send(text: string): void {
    if (stream.writableEnded) return
    stream.write(text)
    if (stream.writableLength > MAX_WAITING_LIVE_BYTES) stream.destroy()
  }

  async function greet(): Promise<void> {
    const bucket = await parts.readBucket()
    if (!bucket || !parts.isAllowed(bucket)) return end()
    const { version } = bucket
    const retry = RETRY_MS.least + Math.floor(Math.random() * RETRY_MS.spread)
    send(`retry: ${retry}\n${idText(version)}\n`)
    // Changes are not recorded, so a reader that has missed some is informed that anything may have changed.
    const { lastEventId } = parts
    if (lastEventId !== undefined && lastEventId !== String(version))
      send(changeText({ version, ...ANYTHING }))
  }

  const end = (): void => void stream.end()
  // Subscribe before the version is read, so that no change is missed in between.
  const unsubscribe = parts.subscribe({ send, end, isAllowed: parts.isAllowed })
  stream.once('finish', unsubscribe).once('close', unsubscribe)
  greet().catch(end)
  return stream
}
