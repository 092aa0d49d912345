import { QueryClient } from '@tanstack/react-query'
import type { BucketStreamEvent } from '@typecase/plugin-sdk/services'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createBucketEvents } from './bucket-events.ts'
import { readEvents } from './event-stream.ts'

function streamOf(...chunks: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
}

test('events are parsed from chunks of any size', async () => {
  const stream = streamOf(
    ': hello\n\nevent: ver',
    'sion\ndata: {"a":',
    '1}\n\r\n',
    'data: one\r\ndata: two\r\n\r\n',
    'data: never finished',
  )
  expect(await Array.fromAsync(readEvents(stream))).toEqual([
    { event: 'version', data: '{"a":1}' },
    { event: 'message', data: 'one\ntwo' },
  ])
})

describe('the events of a bucket', () => {
  const fetching = vi.fn<typeof fetch>()
  const call = vi.fn<() => Promise<unknown>>()
  let queries: QueryClient
  let token: string | undefined

  beforeEach(() => {
    token = 'abc'
    vi.useFakeTimers()
    vi.stubGlobal('fetch', fetching)
    queries = new QueryClient()
    for (const slug of ['archive', 'other']) {
      queries.setQueryData(['objects.list', { query: { slug } }], [])
    }
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.resetAllMocks()
  })

  const events = () =>
    createBucketEvents({
      baseUrl: '',
      token: () => token,
      onUnauthenticated: () => (token = undefined),
      api: { call: call as never },
      queries,
    })
  const message = (event: BucketStreamEvent) => `data: ${JSON.stringify(event)}\n\n`
  const isStale = (slug: string) =>
    queries.getQueryState(['objects.list', { query: { slug } }])?.isInvalidated

  test('arrive over one stream with the bearer token, and a new version makes the bucket’s data stale', async () => {
    const forever = new Promise<Response>(() => {})
    fetching.mockReturnValue(forever)
    fetching.mockResolvedValueOnce(
      new Response(
        streamOf(message({ kind: 'version', version: 1 }), message({ kind: 'ping', at: 1 })),
      ),
    )
    const service = events()
    const seen: BucketStreamEvent[] = []
    const leave = service.subscribe('archive', (event) => seen.push(event))
    const leaveToo = service.subscribe('archive', () => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(fetching).toHaveBeenCalledTimes(1)
    expect(fetching.mock.calls[0]?.[0]).toBe('/v3/admin/events?slug=archive')
    expect(fetching.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer abc' })
    expect(seen.map(({ kind }) => kind)).toEqual(['open', 'version', 'ping'])
    // The first version is only a starting point.
    expect(isStale('archive')).toBe(false)

    fetching.mockResolvedValueOnce(new Response(streamOf(message({ kind: 'version', version: 2 }))))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(isStale('archive')).toBe(true)
    expect(isStale('other')).toBe(false)
    leave()
    leaveToo()
    const count = fetching.mock.calls.length
    await vi.advanceTimersByTimeAsync(120_000)
    expect(fetching).toHaveBeenCalledTimes(count)
  })

  test('make data stale if the bucket changed between its first read and the opening of the stream', async () => {
    const key = ['buckets.get', { query: { slug: 'archive' } }]
    fetching.mockReturnValue(new Promise<Response>(() => {}))
    const opened = async (version: number) => {
      fetching.mockResolvedValueOnce(new Response(streamOf(message({ kind: 'version', version }))))
      const leave = events().subscribe('archive', () => {})
      await vi.advanceTimersByTimeAsync(0)
      leave()
    }
    queries.setQueryData(key, { bucket: { version: 4 } })
    await opened(4)
    expect(isStale('archive')).toBe(false)
    await opened(5)
    expect(isStale('archive')).toBe(true)
  })

  test('make data stale even if the bucket was first read after subscribing', async () => {
    fetching.mockReturnValue(new Promise<Response>(() => {}))
    const opened = async (version: number) => {
      const stream = Promise.withResolvers<Response>()
      fetching.mockReturnValueOnce(stream.promise)
      const leave = events().subscribe('archive', () => {})
      queries.setQueryData(['buckets.get', { query: { slug: 'archive' } }], {
        bucket: { version: 4 },
      })
      stream.resolve(new Response(streamOf(message({ kind: 'version', version }))))
      await vi.advanceTimersByTimeAsync(0)
      leave()
      queries.removeQueries({ queryKey: ['buckets.get'] })
    }
    await opened(4)
    expect(isStale('archive')).toBe(false)
    await opened(5)
    expect(isStale('archive')).toBe(true)
  })

  test('are replaced by polling while the stream is down', async () => {
    fetching.mockRejectedValue(new TypeError('down'))
    call.mockResolvedValue({ bucket: { version: 7 } })
    const seen: BucketStreamEvent[] = []
    const leave = events().subscribe('archive', (event) => seen.push(event))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen[0]).toEqual({ kind: 'version', version: 7 })
    expect(fetching).toHaveBeenCalledTimes(3)
    leave()
  })

  test('end with the session, and are never requested again with its token', async () => {
    fetching.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
        }),
    )
    const service = events()
    service.subscribe('archive', () => {})
    await vi.advanceTimersByTimeAsync(0)
    token = undefined
    service.endSession()
    expect(fetching.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(fetching).toHaveBeenCalledTimes(1)
    expect(call).not.toHaveBeenCalled()
    // The next session can subscribe.
    token = 'def'
    service.subscribe('archive', () => {})()
    expect(fetching.mock.calls[1]?.[1]?.headers).toMatchObject({ authorization: 'Bearer def' })
  })

  test('refetch the bucket at once when access to it has changed', async () => {
    const read = vi.fn<() => Promise<unknown>>().mockResolvedValue({ bucket: { version: 1 } })
    await queries.prefetchQuery({
      queryKey: ['buckets.get', { query: { slug: 'archive' } }],
      queryFn: read,
    })
    fetching.mockReturnValue(new Promise<Response>(() => {}))
    fetching.mockResolvedValueOnce(
      new Response(streamOf(message({ kind: 'access', user_ids: ['me'] }))),
    )
    const leave = events().subscribe('archive', () => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(read).toHaveBeenCalledTimes(2)
    leave()
  })

  test('refetch the bucket and keep the session when the stream is forbidden', async () => {
    const read = vi.fn<() => Promise<unknown>>().mockResolvedValue({ bucket: { version: 1 } })
    await queries.prefetchQuery({
      queryKey: ['buckets.get', { query: { slug: 'archive' } }],
      queryFn: read,
    })
    fetching.mockReturnValue(new Promise<Response>(() => {}))
    fetching.mockResolvedValueOnce(new Response('{}', { status: 403 }))
    const leave = events().subscribe('archive', () => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(read).toHaveBeenCalledTimes(2)
    expect(token).toBe('abc')
    leave()
  })

  test('end the session when the stream answers 401, and are not requested again', async () => {
    fetching.mockResolvedValue(new Response('{}', { status: 401 }))
    events().subscribe('archive', () => {})
    await vi.advanceTimersByTimeAsync(120_000)
    expect(token).toBeUndefined()
    expect(fetching).toHaveBeenCalledTimes(1)
    expect(call).not.toHaveBeenCalled()
  })
})
