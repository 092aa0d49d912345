import type { QueryClient } from '@tanstack/react-query'
import { getBucket } from '@typecase/contract/buckets'
import type { OutputOf } from '@typecase/contract/endpoint'
import { bucketEvents } from '@typecase/contract/events'
import { urlOf } from '@typecase/contract/request-url'
import { apiQueryKey } from '@typecase/plugin-sdk/api-query'
import type {
  ApiService,
  BucketEventsService,
  BucketStreamEvent,
} from '@typecase/plugin-sdk/services'

import { createBucketRefresh } from './bucket-refresh.ts'
import { readEvents } from './event-stream.ts'
import { pause } from './pause.ts'
import { headersOf } from './request.ts'

/** Milliseconds between attempts to open the stream. Doubles from the first value up to the last. */
const FIRST_PAUSE = 1_000
const LAST_PAUSE = 30_000
/** Number of failed attempts after which the bucket is polled instead. */
const ATTEMPTS_BEFORE_POLLING = 3
const POLL_EVERY = 15_000

export interface BucketEventsParts {
  readonly baseUrl: string
  readonly token: () => string | undefined
  /** Called when the server refused the stream for this token: the session has ended. */
  readonly onUnauthenticated: (token: string) => void
  readonly api: Pick<ApiService, 'call'>
  readonly queries: QueryClient
}

interface Channel {
  readonly listeners: Set<(event: BucketStreamEvent) => void>
  readonly controller: AbortController
}

/**
 * Creates the live events of buckets: one stream per bucket, for any number of listeners. A change makes all queries of
 * the bucket stale.
 */
export function createBucketEvents(
  parts: BucketEventsParts,
): BucketEventsService & { endSession(): void } {
  const channels = new Map<string, Channel>()

  function open(slug: string): Channel {
    const channel: Channel = { listeners: new Set(), controller: new AbortController() }
    channels.set(slug, channel)
    void listen(slug, channel)
    return channel
  }

  async function listen(slug: string, { listeners, controller }: Channel): Promise<void> {
    const { signal } = controller
    const refresh = createBucketRefresh(parts.queries, slug, signal)
    // The version of the displayed data, so that changes made before the stream was open are noticed.
    let version = versionRead(parts.queries, slug)
    let failures = 0

    function publish(event: BucketStreamEvent): void {
      if (event.kind !== 'open') failures = 0
      if (event.kind === 'version') {
        // Data may have been read since the stream was opened.
        const before = version ?? versionRead(parts.queries, slug)
        if (event.version === version) return
        version = event.version
        // If nothing was read before, the first version is only a starting point, not a change.
        if (before !== undefined && before !== version) refresh()
      }
      if (event.kind === 'access') {
        // The event may affect permissions, so refetch even if no page shows the bucket.
        void parts.queries.refetchQueries({ queryKey: bucketKey(slug) })
        refresh()
      }
      // The end of a job may change nothing but the job itself, so refresh without a new version.
      if (event.kind === 'job' && event.job.finished_at !== null) refresh()
      for (const listener of listeners) listener(event)
    }

    while (!signal.aborted) {
      // The session has ended. The user may sign in again on this page.
      if (parts.token() === undefined) {
        await pause(FIRST_PAUSE, signal)
        continue
      }
      try {
        if (failures < ATTEMPTS_BEFORE_POLLING) {
          for await (const event of streamOf(parts, slug, signal)) publish(event)
        } else {
          await pause(POLL_EVERY, signal)
          const input = { query: { slug } }
          const { bucket } = await parts.api.call(getBucket, input, { signal })
          const before = failures
          publish({ kind: 'version', version: bucket.version })
          failures = before
        }
      } catch {
        // Any failure: try again after a pause.
      }
      failures += 1
      await pause(Math.min(FIRST_PAUSE * 2 ** (failures - 1), LAST_PAUSE), signal)
    }
  }

  return {
    /** Closes all streams and removes all listeners. The next session subscribes again. */
    endSession() {
      for (const { controller } of channels.values()) controller.abort()
      channels.clear()
    },
    subscribe(slug, listener) {
      const channel = channels.get(slug) ?? open(slug)
      const subscriber = (event: BucketStreamEvent): void => listener(event)
      channel.listeners.add(subscriber)
      return () => {
        channel.listeners.delete(subscriber)
        if (channel.listeners.size > 0) return
        channel.controller.abort()
        if (channels.get(slug) === channel) channels.delete(slug)
      }
    },
  }
}

const bucketKey = (slug: string) => apiQueryKey(getBucket, { query: { slug } })

/** The version of the bucket in the cached response, if there is one. */
const versionRead = (queries: QueryClient, slug: string): number | undefined =>
  queries.getQueryData<OutputOf<typeof getBucket>>(bucketKey(slug))?.bucket.version

async function* streamOf(
  { baseUrl, token, onUnauthenticated, queries }: BucketEventsParts,
  slug: string,
  signal: AbortSignal,
): AsyncGenerator<BucketStreamEvent> {
  const bearer = token()
  const response = await fetch(urlOf(baseUrl, bucketEvents, { query: { slug } }), {
    headers: { ...headersOf(bearer, {}), accept: 'text/event-stream' },
    credentials: 'omit',
    signal,
  })
  if (response.status === 401 && bearer !== undefined) onUnauthenticated(bearer)
  // The user lost the membership or role. Refetching the bucket shows its error.
  if (response.status === 403) void queries.refetchQueries({ queryKey: bucketKey(slug) })
  if (!response.ok || !response.body)
    throw new Error(`The event stream answered ${response.status}`)
  yield { kind: 'open' }
  for await (const { data } of readEvents(response.body)) {
    // The contract defines the events of the stream.
    yield JSON.parse(data) as BucketStreamEvent
  }
}
