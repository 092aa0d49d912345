import { listMedia } from '@typecase/contract/media'
import { listObjects } from '@typecase/contract/objects'
import { LRUCache } from 'lru-cache'

import { readResourceUri, type ResourceKind, resourceUri } from './resource-uri.ts'
import type { Session } from './session.ts'

/** Milliseconds between a change of a bucket and the check of what has changed, so that many writes need one check. */
const LOOK_AFTER_MS = 200
/** How long the result of an access check is cached, unless rights change earlier. In ms. */
const RIGHT_HOLDS_MS = 5000
/** Maximum number of open streams of one token. */
const MAX_STREAMS = 20
/** Maximum number of objects and media of one stream. */
const MAX_RESOURCES = 1000
/** Objects or media read per call, since the length of a query is limited. */
const CHUNK = 500

/** Events of the server's buckets, and of rights in them. */
export interface BucketWatch {
  /** Returns the bucket and the token's session if the token may read the bucket now. */
  open(token: string, slug: string): Promise<{ bucketId: string; session: string } | undefined>
  /** @returns a function that stops listening */
  subscribe(
    bucketId: string,
    listener: (event: { readonly kind: string }) => void,
    onClose: () => void,
  ): () => void
  /** @returns a function that stops listening */
  onSessionEnd(session: string, listener: () => void): () => void
}

/** A request for a stream of notifications, with the fields that are read here. */
export interface ListenRequest {
  readonly method: 'subscriptions/listen'
  readonly params?: { readonly notifications?: { readonly resourceSubscriptions?: unknown } }
}

export const asListen = (body: unknown): ListenRequest | undefined =>
  typeof body === 'object' &&
  body !== null &&
  'method' in body &&
  body.method === 'subscriptions/listen'
    ? (body as ListenRequest)
    : undefined

export function urisOf({ params }: ListenRequest): string[] {
  const uris = params?.notifications?.resourceSubscriptions
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : []
}

/** One stream of a client, and the resources that it is notified about. */
export interface Subscription {
  /** The URIs that its caller may read. */
  readonly uris: readonly string[]
  /** Aborts when the caller loses access. */
  readonly signal: AbortSignal
  close(): void
}

interface Stream {
  readonly token: string
  /** URIs by the slug of their bucket. */
  readonly uris: Map<string, ReadonlySet<string>>
  readonly end: AbortController
}

/** A bucket with streams. Its changes are read once for all of them. */
interface WatchedBucket {
  readonly slug: string
  readonly streams: Set<Stream>
  /** Stamps of objects and media at the last check, by URI. */
  readonly stamps: Map<string, string>
  readonly rights: LRUCache<string, Promise<boolean>>
  readonly stop: () => void
}

/**
 * Creates the subscriptions.
 * @param notify notifies all open streams with a URI; those without access are closed before
 */
export function createSubscriptions(
  watch: BucketWatch,
  openSession: (token: string) => Pick<Session, 'call'>,
  notify: (uri: string) => void,
) {
  const buckets = new Map<string, WatchedBucket>()
  const streamsOf = new Map<string, number>()

  /** Subscribes a caller to those of the URIs that they may read. */
  async function subscribe(token: string, uris: readonly string[]): Promise<Subscription> {
    const stream: Stream = { token, uris: new Map(), end: new AbortController() }
    const count = streamsOf.get(token) ?? 0
    if (count >= MAX_STREAMS) return { uris: [], signal: stream.end.signal, close: () => undefined }
    streamsOf.set(token, count + 1)
    const releases: (() => void)[] = [() => forget(token)]
    const close = (): void => {
      for (const release of releases.splice(0)) release()
    }
    try {
      for (const [slug, named] of bySlug(uris)) {
        const openBucket = await watch.open(token, slug)
        if (!openBucket) continue
        releases.push(watch.onSessionEnd(openBucket.session, () => stream.end.abort()))
        const bucket = join(openBucket.bucketId, slug)
        bucket.streams.add(stream)
        releases.push(() => leave(openBucket.bucketId, bucket, stream))
        const stamps = await readStamps(token, slug, named)
        for (const [uri, stamp] of stamps) {
          if (!bucket.stamps.has(uri)) bucket.stamps.set(uri, stamp)
        }
        stream.uris.set(slug, new Set(stamps.keys()))
      }
    } catch (reason) {
      close()
      throw reason
    }
    const readable = [...stream.uris.values()].flatMap((uriSet) => [...uriSet])
    return { uris: readable, signal: stream.end.signal, close }
  }

  function forget(token: string): void {
    const count = (streamsOf.get(token) ?? 1) - 1
    if (count === 0) streamsOf.delete(token)
    else streamsOf.set(token, count)
  }

  function join(bucketId: string, slug: string): WatchedBucket {
    const open = buckets.get(bucketId)
    if (open) return open
    let timer: NodeJS.Timeout | undefined
    let looking = Promise.resolve()
    const unsubscribe = watch.subscribe(
      bucketId,
      ({ kind }) => {
        if (kind === 'access') bucket.rights.clear()
        if (kind !== 'version' || timer !== undefined) return
        timer = setTimeout(() => {
          timer = undefined
          looking = looking.then(() => look(bucket)).catch(() => undefined)
        }, LOOK_AFTER_MS)
      },
      () => {
        for (const { end } of bucket.streams) end.abort()
      },
    )
    const bucket: WatchedBucket = {
      slug,
      streams: new Set(),
      stamps: new Map(),
      rights: new LRUCache({ max: 10_000, ttl: RIGHT_HOLDS_MS }),
      stop() {
        clearTimeout(timer)
        unsubscribe()
      },
    }
    buckets.set(bucketId, bucket)
    return bucket
  }

  function leave(bucketId: string, bucket: WatchedBucket, stream: Stream): void {
    bucket.streams.delete(stream)
    if (bucket.streams.size > 0) return
    bucket.stop()
    buckets.delete(bucketId)
  }

  function mayRead({ slug, rights }: WatchedBucket, { token }: Stream): Promise<boolean> {
    const known = rights.get(token)
    if (known) return known
    const answer = watch.open(token, slug).then(
      (openBucket) => openBucket !== undefined,
      () => false,
    )
    rights.set(token, answer)
    return answer
  }

  /** Reads the changes with the access of one subscriber, closes streams without access, and notifies the others. */
  async function look(bucket: WatchedBucket): Promise<void> {
    const { slug, streams, stamps } = bucket
    const reader = await firstWho([...streams], (stream) => mayRead(bucket, stream))
    if (!reader) return
    const bucketUris = new Set([...streams].flatMap(({ uris }) => [...(uris.get(slug) ?? [])]))
    const now = await readStamps(reader.token, slug, [...bucketUris])
    const changed = [...bucketUris].filter((uri) => stamps.get(uri) !== now.get(uri))
    stamps.clear()
    for (const [uri, stamp] of now) stamps.set(uri, stamp)
    const listeners = [...streams].filter(({ uris }) => {
      const listed = uris.get(slug)
      return changed.some((uri) => listed?.has(uri))
    })
    await Promise.all(
      listeners.map(async (stream) => {
        if (!(await mayRead(bucket, stream))) stream.end.abort()
      }),
    )
    for (const uri of changed) notify(uri)
  }

  /** Returns a stamp for each URI that exists; it changes with each version. */
  async function readStamps(
    token: string,
    slug: string,
    uris: readonly string[],
  ): Promise<Map<string, string>> {
    const { call } = openSession(token)
    const stamps = new Map<string, string>()
    for (const kind of ['objects', 'media'] as const) {
      const ids = idsOf(uris, kind)
      for (let at = 0; at < ids.length; at += CHUNK) {
        const some = JSON.stringify({ id: { $in: ids.slice(at, at + CHUNK) } })
        const read = await readers[kind](call, { slug, query: some, limit: CHUNK })
        for (const [id, stamp] of read) stamps.set(resourceUri(slug, kind, id), stamp)
      }
    }
    return stamps
  }

  return { subscribe }
}

interface StampQuery {
  readonly slug: string
  readonly query: string
  readonly limit: number
}

/** Readers of the stamps of objects and of media, by id. */
const readers: Record<
  ResourceKind,
  (call: Session['call'], query: StampQuery) => Promise<(readonly [id: string, stamp: string])[]>
> = {
  async objects(call, query) {
    const props = 'id,rev,status,modified_at'
    const { objects } = await call(listObjects, { query: { ...query, props } })
    return objects.map(({ object: { id, rev, status, modified_at }, main_object_status: live }) => [
      id,
      `${rev} ${status} ${live} ${modified_at}`,
    ])
  },
  async media(call, query) {
    const { media } = await call(listMedia, { query })
    return media.map(({ id, rev, modified_at }) => [id, `${rev} ${modified_at}`])
  },
}

const idsOf = (uris: readonly string[], kind: ResourceKind): string[] =>
  uris.flatMap((uri) => {
    const resource = readResourceUri(uri)
    return resource?.kind === kind ? resource.id : []
  })

/** Groups URIs by the slug of their bucket. */
function bySlug(uris: readonly string[]): Map<string, string[]> {
  const urisBySlug = new Map<string, string[]>()
  for (const uri of uris.slice(0, MAX_RESOURCES)) {
    const { bucket } = readResourceUri(uri) ?? {}
    if (bucket !== undefined) urisBySlug.set(bucket, [...(urisBySlug.get(bucket) ?? []), uri])
  }
  return urisBySlug
}

async function firstWho<T>(
  items: readonly T[],
  holds: (item: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const item of items) if (await holds(item)) return item
  return undefined
}
