import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import type { QueryKey } from '@tanstack/react-query'

import { Api, type ApiService, type CallOptions } from './services.ts'
import type { Services } from './token.ts'

/** The options of a call that its answer depends on. */
type QueryScope = Pick<CallOptions, 'workspace'>

/** The cache key of a call: all calls of an endpoint are invalidated by `[endpoint.id]`. */
export function apiQueryKey<E extends Endpoint>(
  endpoint: E,
  input?: InputOf<E>,
  scope?: QueryScope,
): QueryKey {
  if (input === undefined) return [endpoint.id]
  return scope ? [endpoint.id, input, scope] : [endpoint.id, input]
}

/** Options for `useQuery`, and for `ensureQueryData` in a route's `prefetch`: one key for both. */
export function apiQueryOptions<E extends Endpoint>(
  services: Services,
  endpoint: E,
  input: InputOf<E>,
  scope?: QueryScope,
) {
  return callOptions(services.get(Api), endpoint, input, scope)
}

/** The same with the API at hand, as hooks have it. */
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
