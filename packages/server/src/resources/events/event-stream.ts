import { PassThrough, type Readable } from 'node:stream'

import type { BucketEvent } from '@typecase/contract/events'

import { MAX_WAITING_EVENT_BYTES } from '../../limits.ts'
import type { BucketEvents, ServerEvent } from './bucket-events.ts'

const PING_MS = 15_000

export interface EventStreamParts {
  events: BucketEvents
  bucketId: string
  /** The user who reads the stream. */
  userId: string
  now(): number
  /** Reads the bucket's version at the start, so that a returning reader learns of missed changes. */
  readVersion(): Promise<number>
  /** Whether the reader may still listen. Checked at every ping. */
  isAllowed(): Promise<boolean>
  /** Calls a listener when the reader's session is ended. @returns a function that stops listening */
  onSessionEnd(listener: () => void): () => void
}

/** Opens the events of a bucket as `text/event-stream`, which ends when the reader may no longer listen. */
export function openEventStream(parts: EventStreamParts): Readable {
  const stream = new PassThrough()
  let isVersionSent = false

  function hear(event: ServerEvent): void {
    if (event.kind === 'live') return
    if (event.kind !== 'access') return send(event)
    if (event.user_ids.includes(parts.userId)) void lookAgain(event)
  }

  /** Sends an event if the reader may still listen, and ends the stream otherwise. */
  async function lookAgain(event: BucketEvent): Promise<void> {
    if (await parts.isAllowed().catch(() => false)) send(event)
    else stream.end()
  }

  function send(event: BucketEvent): void {
    if (event.kind === 'version') isVersionSent = true
    stream.write(`event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`)
    if (stream.writableLength > MAX_WAITING_EVENT_BYTES) stream.destroy()
  }

  async function ping(): Promise<void> {
    await lookAgain({ kind: 'ping', at: parts.now() })
  }

  async function sendFirst(): Promise<void> {
    // The session may have ended before the stream subscribed to its end.
    if (!(await parts.isAllowed())) return end()
    const version = await parts.readVersion()
    if (!isVersionSent) send({ kind: 'version', version })
  }

  const end = (): void => void stream.end()
  const timer = setInterval(() => void ping(), PING_MS)
  // Subscribe before reading the version, so that no write is missed in between.
  const unsubscribe = parts.events.subscribe(parts.bucketId, hear, end)
  const forget = parts.onSessionEnd(end)
  const release = (): void => {
    clearInterval(timer)
    unsubscribe()
    forget()
  }
  stream.once('finish', release).once('close', release)
  sendFirst().catch(end)
  return stream
}
