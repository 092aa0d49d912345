import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createBucketRefresh } from './bucket-refresh.ts'

/** Duration of a response in ms. */
const ANSWER = 30

let queries: QueryClient
let leaving: AbortController
/** The current version on the server, and the number of requests per path. */
let version: number
let requestCounts: Record<string, number>

beforeEach(() => {
  vi.useFakeTimers()
  queries = new QueryClient()
  leaving = new AbortController()
  version = 0
  requestCounts = {}
})
afterEach(() => {
  leaving.abort()
  queries.clear()
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

const total = (): number => Object.values(requestCounts).reduce((sum, count) => sum + count, 0)
const keyOf = (id: string, slug: string) => [id, { query: { slug } }] as const

function read(id: string, slug: string) {
  return {
    queryKey: keyOf(id, slug),
    staleTime: Infinity,
    async queryFn() {
      requestCounts[id] = (requestCounts[id] ?? 0) + 1
      const answer = version
      await new Promise((resolve) => setTimeout(resolve, ANSWER))
      return answer
    },
  }
}

/** Shows queries on screen, each read once. */
async function show(slug: string, ...ids: string[]): Promise<void> {
  for (const id of ids) new QueryObserver(queries, read(id, slug)).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(ANSWER)
  requestCounts = {}
}

const dataOf = (id: string): unknown => queries.getQueryData(keyOf(id, 'archive'))

/** Simulates a job that changes the bucket 90 times a second. */
async function work(refresh: () => void, seconds: number): Promise<void> {
  for (let at = 0; at < seconds * 90; at += 1) {
    version += 1
    refresh()
    await vi.advanceTimersByTimeAsync(1000 / 90)
  }
}

test('900 changes in 10 seconds cause at most two requests a second, and the last one is shown', async () => {
  await show('archive', 'list', 'bucket', 'jobs')
  await work(createBucketRefresh(queries, 'archive', leaving.signal), 10)
  expect(total()).toBeLessThanOrEqual(2 * 10 + 3)
  expect(requestCounts['list']).toBeGreaterThanOrEqual(6)
  await vi.advanceTimersByTimeAsync(2000)
  expect(['list', 'bucket', 'jobs'].map(dataOf)).toEqual([900, 900, 900])
  const count = total()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(total()).toBe(count)
})

test('a single change is fetched at once', async () => {
  await show('archive', 'list')
  version = 1
  createBucketRefresh(queries, 'archive', leaving.signal)()
  await vi.advanceTimersByTimeAsync(ANSWER)
  expect([dataOf('list'), requestCounts]).toEqual([1, { list: 1 }])
})

test('a response that was in flight when the bucket changed is replaced', async () => {
  await show('archive', 'list')
  void queries.refetchQueries({ queryKey: ['list'] })
  await vi.advanceTimersByTimeAsync(ANSWER / 2)
  version = 1
  createBucketRefresh(queries, 'archive', leaving.signal)()
  await vi.advanceTimersByTimeAsync(ANSWER)
  expect(dataOf('list')).toBe(1)
})

test('data that is not on screen becomes stale without a request, and other buckets stay fresh', async () => {
  await show('archive', 'list')
  await show('other', 'elsewhere')
  void queries.prefetchQuery(read('hidden', 'archive'))
  await vi.advanceTimersByTimeAsync(ANSWER)
  requestCounts = {}
  await work(createBucketRefresh(queries, 'archive', leaving.signal), 1)
  expect(Object.keys(requestCounts)).toEqual(['list'])
  expect(queries.getQueryState(keyOf('hidden', 'archive'))?.isInvalidated).toBe(true)
  expect(queries.getQueryState(keyOf('elsewhere', 'other'))?.isInvalidated).toBe(false)
})

test('a list that was read in five pages counts as five requests', async () => {
  await show('archive', 'list')
  queries.setQueryData(keyOf('list', 'archive'), { pages: [1, 2, 3, 4, 5] })
  const refresh = createBucketRefresh(queries, 'archive', leaving.signal)
  refresh()
  refresh()
  await vi.advanceTimersByTimeAsync(2400)
  expect(requestCounts).toEqual({ list: 1 })
})

test('a page in a hidden tab refetches once it is shown', async () => {
  await show('archive', 'list')
  focusManager.setFocused(false)
  await work(createBucketRefresh(queries, 'archive', leaving.signal), 10)
  expect(requestCounts).toEqual({})
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(ANSWER)
  expect([dataOf('list'), requestCounts]).toEqual([900, { list: 1 }])
})

test('nothing is fetched once the bucket is left', async () => {
  await show('archive', 'list')
  const refresh = createBucketRefresh(queries, 'archive', leaving.signal)
  await work(refresh, 1)
  const count = total()
  leaving.abort()
  await work(refresh, 5)
  expect(total()).toBe(count)
})

test('a first response older than a change is refetched on screen, and stale if it was prefetched', async () => {
  const refresh = createBucketRefresh(queries, 'archive', leaving.signal)
  new QueryObserver(queries, read('list', 'archive')).subscribe(() => {})
  void queries.prefetchQuery(read('ahead', 'archive'))
  void queries.prefetchQuery(read('ahead', 'other'))
  version = 1
  refresh()
  refresh()
  await vi.advanceTimersByTimeAsync(3 * ANSWER)
  expect([dataOf('list'), requestCounts['list']]).toEqual([1, 2])
  const isStale = (slug: string) => queries.getQueryState(keyOf('ahead', slug))?.isInvalidated
  expect([dataOf('ahead'), isStale('archive'), isStale('other')]).toEqual([0, true, false])
  // A mounted page refetches it.
  new QueryObserver(queries, read('ahead', 'archive')).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(ANSWER)
  expect(dataOf('ahead')).toBe(1)
})
