import { QueryClient } from '@tanstack/react-query'

import { ApiError } from './api-error.ts'

/** The specification's values for every query that does not say otherwise (section 9). */
export const STALE_TIME = 15_000
export const CACHE_TIME = 120_000
const RETRIES = 1

/** The cache of everything the server said. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME,
        gcTime: CACHE_TIME,
        retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
        refetchOnWindowFocus: true,
        refetchOnMount: true,
        // A query that failed with `not_found` while the page was prepared is not repeated when the page mounts.
        retryOnMount: ({ state: { error } }) =>
          !(error instanceof ApiError && error.code === 'not_found'),
        // Our calls know by themselves that the network is down, and say so.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** The server would refuse the same request again. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.code === 'unavailable' || error.code === 'internal'
}
