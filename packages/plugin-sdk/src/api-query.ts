import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import type { QueryKey } from '@tanstack/react-query'

import { Api, type ApiService, type CallOptions } from './services.ts'
import type { Services } from './token.ts'

/** The call options that affect the response, and so are part of the cache key. */
type QueryScope = Pick<CallOptions, 'workspace'>

/** Returns the cache key of a call. Without `input`, the key invalidates all calls of the endpoint. */
export function apiQueryKey<E extends Endpoint>(
  endpoint: E,
  input?: InputOf<E>,
  scope?: QueryScope,
): QueryKey {
  if (input === undefined) return [endpoint.id]
  return scope ? [endpoint.id, input, scope] : [endpoint.id, input]
}

/** Returns options for `useQuery`, and for `ensureQueryData` in a route's `prefetch`. Both share one cache key. */
export function apiQueryOptions<E extends Endpoint>(
  services: Services,
  endpoint: E,
  input: InputOf<E>,
  scope?: QueryScope,
) {
  return callOptions(services.get(Api), endpoint, input, scope)
}

/** Returns the same options as `apiQueryOptions`, for hooks that already have the API service. */
export function callOptions<E extends Endpoint>(
  api: ApiService,
  endpoint: E,
  input: InputOf<E>,
  scope?: QueryScope,
) {
  return {
    queryKey: apiQueryKey(endpoint, input, scope),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<OutputOf<E>> =>
      api.call(endpoint, input, { signal, ...scope }),
  }
}
