import type { Query, QueryClient } from '@tanstack/react-query'
import { focusManager } from '@tanstack/react-query'

import { pause } from './pause.ts'

/** Milliseconds to pause per request of a refresh, which limits refreshes to two requests per second on average. */
const REST_PER_REQUEST = 500

/**
 * Keeps cached data of a bucket up to date. A job may change a bucket dozens of times per second, so refreshes are
 * paced: the first is immediate, later ones wait, and the last one follows the last change.
 * @param signal stops the refreshes
 * @returns a function to call after each change: it marks cached data as stale at once, and refetches what is on screen
 */
export function createBucketRefresh(
  queries: QueryClient,
  slug: string,
  signal: AbortSignal,
): () => void {
  const isOfBucket = ({ queryKey: [, input] }: Query): boolean => isAbout(input, slug)
  const onScreen = { type: 'active', predicate: isOfBucket } as const
  const doubted = new Set<Query>()
  let isDue = false
  let isRunning = false

  /**
   * Invalidates a query again after its pending response, which may predate the change but would count as fresh. Only
   * queries with data on screen are simply refetched.
   */
  async function doubt(query: Query): Promise<void> {
    if (doubted.has(query)) return
    doubted.add(query)
    await query.promise?.catch(() => undefined)
    doubted.delete(query)
    if (!signal.aborted) await queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }

  async function run(): Promise<void> {
    isRunning = true
    while (isDue && !signal.aborted) {
      const isHidden = !focusManager.isFocused()
      if (isHidden) await untilVisible(signal)
      isDue = false
      const requests = queries.getQueryCache().findAll(onScreen).reduce(addRequests, 0)
      // A request sent before the change may return old data, so it is cancelled. Requests sent because a hidden page
      // is visible again are newer than the change.
      await queries.refetchQueries(onScreen, { cancelRefetch: !isHidden })
      await pause(requests * REST_PER_REQUEST, signal)
    }
    isRunning = false
  }

  return () => {
    void queries.invalidateQueries({ predicate: isOfBucket, refetchType: 'none' })
    const onTheirWay = { fetchStatus: 'fetching', predicate: isOfBucket } as const
    for (const query of queries.getQueryCache().findAll(onTheirWay))
      if (query.state.data === undefined || !query.isActive()) void doubt(query)
    isDue = true
    if (!isRunning) void run()
  }
}

/** Adds the requests of a query. An infinite query is refetched page by page, with one request each. */
function addRequests(sum: number, { state: { data } }: Query): number {
  const pages = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : []
  return sum + (Array.isArray(pages) && pages.length > 0 ? pages.length : 1)
}

/** Whether the input of a call names the bucket. */
function isAbout(input: unknown, slug: string): boolean {
  if (typeof input !== 'object' || input === null) return false
  const { query, params, body } = input as Record<string, unknown>
  return [query, params, body].some(
    (part) => typeof part === 'object' && part !== null && 'slug' in part && part.slug === slug,
  )
}

/** Waits until the page is visible in the browser. */
function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = focusManager.subscribe((isVisible) => isVisible && finish())
    const finish = (): void => {
      stop()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    signal.addEventListener('abort', finish)
  })
}
