import type { Query, QueryClient } from '@tanstack/react-query'
import { focusManager } from '@tanstack/react-query'

import { pause } from './pause.ts'

/** Milliseconds of rest for each request of a refresh: at most two per second, for any number of queries on screen. */
const REST_PER_REQUEST = 500

/**
 * Keeps what was read from a bucket up to date. A job changes a bucket dozens of times a second, hence refreshes are
 * paced: the first is immediate, the next one waits, and the last one comes after the last change.
 * @param signal ends it
 * @returns to be called after each change: what was read is stale at once, and what is on screen is read again
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

  /** An answer on its way may be of before the change, and would count as fresh. A refetch replaces it only where there is one to show. */
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
      // A request sent before the change may be answered with what was before it; one sent for a page that is shown
      // again was not.
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

/** A list that grows page by page is read page by page. */
function addRequests(sum: number, { state: { data } }: Query): number {
  const pages = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : []
  return sum + (Array.isArray(pages) && pages.length > 0 ? pages.length : 1)
}

/** Whether a call's input names the bucket. */
function isAbout(input: unknown, slug: string): boolean {
  if (typeof input !== 'object' || input === null) return false
  const { query, params, body } = input as Record<string, unknown>
  return [query, params, body].some(
    (part) => typeof part === 'object' && part !== null && 'slug' in part && part.slug === slug,
  )
}

/** Waits until the browser shows the page. */
function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = focusManager.subscribe((isVisible) => isVisible && done())
    const done = (): void => {
      stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
