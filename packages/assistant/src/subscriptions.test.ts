import type { Endpoint } from '@typecase/contract/endpoint'
import { listMedia } from '@typecase/contract/media'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { resourceUri } from './resource-uri.ts'
import type { Session } from './session.ts'
import { type BucketWatch, createSubscriptions } from './subscriptions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const idOf = (index: number) => index.toString(16).padStart(24, '0')
const uriOf = (index: number, bucket = 'blog') => resourceUri(bucket, 'objects', idOf(index))

/** Sets up a bucket whose calls are counted. */
function setUp() {
  const revs = new Map<string, number>()
  let listener: Parameters<BucketWatch['subscribe']>[1] | undefined
  let close: (() => void) | undefined
  const open = vi.fn<BucketWatch['open']>(async (token) => ({ bucketId: 'b', session: token }))
  const reads = vi.fn<(token: string) => void>()
  const notify = vi.fn<(uri: string) => void>()
  const ended = new Map<string, () => void>()
  const subscriptions = createSubscriptions(
    {
      open,
      subscribe(_id, events, onClose) {
        listener = events
        close = onClose
        return () => (listener = undefined)
      },
      onSessionEnd(session, onEnd) {
        ended.set(session, onEnd)
        return () => ended.delete(session)
      },
    },
    (token) => ({
      call: (async ({ id: endpoint }: Endpoint, { query }: { query: { query: string } }) => {
        reads(token)
        const ids = (JSON.parse(query.query) as { id: { $in: string[] } }).id.$in
        const objects = ids
          .filter((id) => revs.has(id))
          .map((id) => ({ main_object_status: 'draft', object: { id, rev: revs.get(id) } }))
        return endpoint === listMedia.id
          ? { media: objects.map(({ object }) => object) }
          : { objects }
        // The type of `call` covers every endpoint, but subscriptions only make these calls.
      }) as unknown as Session['call'],
    }),
    notify,
  )
  return {
    ...subscriptions,
    open,
    reads,
    notify,
    ended,
    revs,
    isHeard: () => listener !== undefined,
    close: () => close?.(),
    async happens(kind = 'version') {
      listener?.({ kind })
      await vi.advanceTimersByTimeAsync(300)
    },
  }
}

test('a change costs 1,000 subscribers two queries and at most two access checks', async () => {
  const bucket = setUp()
  for (let index = 0; index < 1000; index += 1) bucket.revs.set(idOf(index), 1)
  const streams = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => bucket.subscribe(`t${index % 100}`, [uriOf(index)])),
  )
  expect(streams.every(({ uris }) => uris.length === 1)).toBe(true)
  bucket.reads.mockClear()
  bucket.open.mockClear()
  bucket.revs.set(idOf(7), 2)
  await bucket.happens()
  expect(bucket.notify.mock.calls).toEqual([[uriOf(7)]])
  // The 1,000 objects need two queries.
  expect(bucket.reads).toHaveBeenCalledTimes(2)
  expect(bucket.open.mock.calls.length).toBeLessThanOrEqual(2)
})

test('many simultaneous writes cause one read and one notification', async () => {
  const bucket = setUp()
  bucket.revs.set(idOf(1), 1)
  await bucket.subscribe('t', [uriOf(1)])
  bucket.reads.mockClear()
  bucket.revs.set(idOf(1), 2)
  for (let count = 0; count < 50; count += 1) void bucket.happens()
  await bucket.happens()
  expect(bucket.reads).toHaveBeenCalledTimes(1)
  expect(bucket.notify).toHaveBeenCalledTimes(1)
})

test('a subscriber who lost access is disconnected, and the others are still notified', async () => {
  const bucket = setUp()
  bucket.revs.set(idOf(1), 1)
  const [gone, stays] = await Promise.all(
    ['gone', 'stays'].map((t) => bucket.subscribe(t, [uriOf(1)])),
  )
  bucket.open.mockImplementation(async (token) =>
    token === 'gone' ? undefined : { bucketId: 'b', session: token },
  )
  bucket.revs.set(idOf(1), 2)
  await bucket.happens('access')
  await bucket.happens()
  expect(gone?.signal.aborted).toBe(true)
  expect(stays?.signal.aborted).toBe(false)
  expect(bucket.notify).toHaveBeenCalledTimes(1)
})

test('a stream ends when its session ends or the server closes', async () => {
  const bucket = setUp()
  bucket.revs.set(idOf(1), 1)
  const [one, other] = await Promise.all(
    ['one', 'other'].map((t) => bucket.subscribe(t, [uriOf(1)])),
  )
  bucket.ended.get('one')?.()
  expect([one?.signal.aborted, other?.signal.aborted]).toEqual([true, false])
  bucket.close()
  expect(other?.signal.aborted).toBe(true)
})

test('closing the last stream stops listening to the bucket', async () => {
  const bucket = setUp()
  bucket.revs.set(idOf(1), 1)
  const one = await bucket.subscribe('one', [uriOf(1)])
  const other = await bucket.subscribe('other', [uriOf(1)])
  one.close()
  expect(bucket.isHeard()).toBe(true)
  other.close()
  other.close()
  expect(bucket.isHeard()).toBe(false)
  expect(bucket.ended.size).toBe(0)
})

test('a token may have 20 streams open at once', async () => {
  const bucket = setUp()
  bucket.revs.set(idOf(1), 1)
  const streams = []
  for (let count = 0; count < 21; count += 1) streams.push(await bucket.subscribe('t', [uriOf(1)]))
  expect(streams[19]?.uris).toEqual([uriOf(1)])
  expect(streams[20]?.uris).toEqual([])
  streams[0]?.close()
  expect((await bucket.subscribe('t', [uriOf(1)])).uris).toEqual([uriOf(1)])
})

test('subscribers to media are notified of changes like subscribers to objects', async () => {
  const bucket = setUp()
  bucket.revs.set(idOf(1), 1)
  bucket.revs.set(idOf(2), 1)
  const media = resourceUri('blog', 'media', idOf(1))
  const { uris } = await bucket.subscribe('t', [media, uriOf(2)])
  expect(uris.toSorted()).toEqual([media, uriOf(2)].toSorted())
  bucket.revs.set(idOf(1), 2)
  await bucket.happens()
  expect(bucket.notify.mock.calls).toEqual([[media]])
})

test('a subscription leaves out foreign addresses and missing objects', async () => {
  const bucket = setUp()
  bucket.revs.set(idOf(1), 1)
  const { uris } = await bucket.subscribe('t', [
    uriOf(2),
    'https://x.test',
    uriOf(1),
    'typecase://b/media/1',
  ])
  expect(uris).toEqual([uriOf(1)])
})
