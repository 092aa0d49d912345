import { QueryClient } from '@tanstack/react-query'

import { ApiError } from './api-error.ts'

/** Defaults of the specification for all queries (section 9), in ms. */
export const STALE_TIME = 15_000
export const CACHE_TIME = 120_000
const RETRIES = 1

/** Creates the cache of server responses. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME,
        gcTime: CACHE_TIME,
        retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
        refetchOnWindowFocus: true,
        refetchOnMount: true,
        // A query that failed with `not_found` while the page was prefetched is not repeated when the page mounts.
        retryOnMount: ({ state: { error } }) =>
          !(error instanceof ApiError && error.code === 'not_found'),
        // The API client itself detects and reports a lost network connection.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Whether a retry may help. The server would refuse the same request again. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.code === 'unavailable' || error.code === 'internal'
}
