import { listObjects } from '@typecase/contract/objects'
import { LRUCache } from 'lru-cache'

import { readObjectUri, resourceUri } from './resource-uri.ts'
import type { Session } from './session.ts'

/** Milliseconds between the change of a bucket and the look at what changed: many writes make one look. */
const LOOK_AFTER_MS = 200
/** Milliseconds that an answer about a right holds, unless rights change earlier. */
const RIGHT_HOLDS_MS = 5000
/** Open streams of one token. */
const MAX_STREAMS = 20
/** Objects of one stream. */
const MAX_OBJECTS = 1000
/** Objects that one call reads: its query has a length. */
const CHUNK = 500

/** What the server tells of its buckets and of rights in them. */
export interface BucketWatch {
  /** The bucket that a token may read now, and the session of that token. */
  open(token: string, slug: string): Promise<{ bucketId: string; session: string } | undefined>
  /** @returns stops listening */
  subscribe(
    bucketId: string,
    listener: (event: { readonly kind: string }) => void,
    onClose: () => void,
  ): () => void
  /** @returns stops listening */
  onSessionEnd(session: string, listener: () => void): () => void
}

/** One stream of a client, and the objects that it hears of. */
export interface Subscription {
  /** The addresses that its caller may read. */
  readonly uris: readonly string[]
  /** Aborted when the caller may no longer read. */
  readonly signal: AbortSignal
  close(): void
}

interface Stream {
  readonly token: string
  readonly objects: Map<string, Set<string>>
  readonly end: AbortController
}

/** A bucket with streams. What changed in it is read once for all of them. */
interface WatchedBucket {
  readonly slug: string
  readonly streams: Set<Stream>
  /** What objects were like at the last look, by id. */
  readonly stamps: Map<string, string>
  readonly rights: LRUCache<string, Promise<boolean>>
  readonly stop: () => void
}

/** @param notify tells all open streams of an address, of which those without the right are closed by then */
export function createSubscriptions(
  watch: BucketWatch,
  openSession: (token: string) => Pick<Session, 'call'>,
  notify: (uri: string) => void,
) {
  const buckets = new Map<string, WatchedBucket>()
  const streamsOf = new Map<string, number>()

  /** Subscribes a caller to the objects of these addresses that they may read. */
  async function subscribe(token: string, uris: readonly string[]): Promise<Subscription> {
    const stream: Stream = { token, objects: new Map(), end: new AbortController() }
    const count = streamsOf.get(token) ?? 0
    if (count >= MAX_STREAMS) return { uris: [], signal: stream.end.signal, close: () => undefined }
    streamsOf.set(token, count + 1)
    const releases: (() => void)[] = [() => forget(token)]
    const close = (): void => {
      for (const release of releases.splice(0)) release()
    }
    try {
      for (const [slug, ids] of bySlug(uris)) {
        const opened = await watch.open(token, slug)
        if (!opened) continue
        releases.push(watch.onSessionEnd(opened.session, () => stream.end.abort()))
        const bucket = join(opened.bucketId, slug)
        bucket.streams.add(stream)
        releases.push(() => leave(opened.bucketId, bucket, stream))
        const stamps = await readStamps(token, slug, ids)
        for (const [id, stamp] of stamps) {
          if (!bucket.stamps.has(id)) bucket.stamps.set(id, stamp)
        }
        stream.objects.set(slug, new Set(stamps.keys()))
      }
    } catch (reason) {
      close()
      throw reason
    }
    const readable = [...stream.objects].flatMap(([slug, ids]) =>
      Array.from(ids, (id) => resourceUri(slug, 'objects', id)),
    )
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
      (opened) => opened !== undefined,
      () => false,
    )
    rights.set(token, answer)
    return answer
  }

  /** Reads what changed with the right of one subscriber, and tells all who may still read. */
  async function look(bucket: WatchedBucket): Promise<void> {
    const { slug, streams, stamps } = bucket
    const reader = await firstWho([...streams], (stream) => mayRead(bucket, stream))
    if (!reader) return
    const ids = new Set([...streams].flatMap(({ objects }) => [...(objects.get(slug) ?? [])]))
    const now = await readStamps(reader.token, slug, [...ids])
    const changed = [...ids].filter((id) => stamps.get(id) !== now.get(id))
    stamps.clear()
    for (const [id, stamp] of now) stamps.set(id, stamp)
    const listeners = [...streams].filter(({ objects }) => {
      const listed = objects.get(slug)
      return changed.some((id) => listed?.has(id))
    })
    await Promise.all(
      listeners.map(async (stream) => {
        if (!(await mayRead(bucket, stream))) stream.end.abort()
      }),
    )
    for (const id of changed) notify(resourceUri(slug, 'objects', id))
  }

  /** What tells one version of an object from the next, for each that is there. */
  async function readStamps(
    token: string,
    slug: string,
    ids: readonly string[],
  ): Promise<Map<string, string>> {
    const stamps = new Map<string, string>()
    for (let at = 0; at < ids.length; at += CHUNK) {
      const query = JSON.stringify({ id: { $in: ids.slice(at, at + CHUNK) } })
      const { objects } = await openSession(token).call(listObjects, {
        query: { slug, query, limit: CHUNK, props: 'id,rev,status,modified_at' },
      })
      for (const { object, main_object_status: live } of objects) {
        stamps.set(object.id, `${object.rev} ${object.status} ${live} ${object.modified_at}`)
      }
    }
    return stamps
  }

  return { subscribe }
}

/** Ids of objects by the slug of their bucket. */
function bySlug(uris: readonly string[]): Map<string, string[]> {
  const objects = uris.slice(0, MAX_OBJECTS).flatMap((uri) => readObjectUri(uri) ?? [])
  const ids = new Map<string, string[]>()
  for (const { bucket, id } of objects) ids.set(bucket, [...(ids.get(bucket) ?? []), id])
  return ids
}

async function firstWho<T>(
  items: readonly T[],
  holds: (item: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const item of items) if (await holds(item)) return item
  return undefined
}
