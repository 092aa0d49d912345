import type { Query, QueryClient } from '@tanstack/react-query'
import { focusManager } from '@tanstack/react-query'

import { pause } from './pause.ts'

/** Milliseconds of rest for each request of a refresh: at most two a second, whatever is on screen. */
const REST_PER_REQUEST = 500

/**
 * Keeps what was read from a bucket up to date. A job changes a bucket dozens of times a second, hence refreshes are
 * paced: the first is immediate, the next one waits, and the last one comes after the last change.
 * @param signal ends it
 * @returns to be called after each change: what was read is stale at once, and what is on screen is read anew
 */
export function createBucketRefresh(
  queries: QueryClient,
  slug: string,
  signal: AbortSignal,
): () => void {
  const isOfBucket = ({ queryKey: [, input] }: Query): boolean => isAbout(input, slug)
  const onScreen = { type: 'active', predicate: isOfBucket } as const
  let isDue = false
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (isDue && !signal.aborted) {
      const isHidden = !focusManager.isFocused()
      if (isHidden) await untilShown(signal)
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
function untilShown(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = focusManager.subscribe((isShown) => isShown && done())
    const done = (): void => {
      stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
