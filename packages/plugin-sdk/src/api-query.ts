import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import type { QueryKey } from '@tanstack/react-query'

import type { ApiService } from './services.ts'
import { Api } from './services.ts'
import type { Services } from './token.ts'

/** The cache key of a call: all calls of an endpoint are invalidated by `[endpoint.id]`. */
export function apiQueryKey<E extends Endpoint>(endpoint: E, input?: InputOf<E>): QueryKey {
  return input === undefined ? [endpoint.id] : [endpoint.id, input]
}

/** Options for `useQuery`, and for `ensureQueryData` in a route's `prefetch`: one key for both. */
export function apiQueryOptions<E extends Endpoint>(
  services: Services,
  endpoint: E,
  input: InputOf<E>,
) {
  return callOptions(services.get(Api), endpoint, input)
}

/** The same with the API at hand, as hooks have it. */
export function callOptions<E extends Endpoint>(api: ApiService, endpoint: E, input: InputOf<E>) {
  return {
    queryKey: apiQueryKey(endpoint, input),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<OutputOf<E>> =>
      api.call(endpoint, input, { signal }),
  }
}
