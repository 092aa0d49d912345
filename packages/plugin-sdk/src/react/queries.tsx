import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import type { QueryKey, UseMutationOptions, UseQueryOptions } from '@tanstack/react-query'
import { useMutation, useQuery } from '@tanstack/react-query'

import type { ApiService, CallOptions } from '../services.ts'
import { Api } from '../services.ts'
import type { Services } from '../token.ts'
import { useService } from './services.tsx'

type QueryOptions<E extends Endpoint> = Omit<
  UseQueryOptions<OutputOf<E>>,
  'queryKey' | 'queryFn' | 'select'
>

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

/** Reads an endpoint through the query cache. */
export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: QueryOptions<E>,
) {
  const api = useService(Api)
  return useQuery<OutputOf<E>>({ ...callOptions(api, endpoint, input), ...options })
}

/** Calls an endpoint that changes something. What a user can do is a command; use this inside forms. */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  options?: Omit<UseMutationOptions<OutputOf<E>, Error, InputOf<E> & CallOptionsOf>, 'mutationFn'>,
) {
  const api = useService(Api)
  return useMutation({
    ...options,
    mutationFn: ({ callOptions: call, ...input }: InputOf<E> & CallOptionsOf) =>
      // Without our own key it is the endpoint's input again, which a generic rest type cannot show.
      api.call(endpoint, input as unknown as InputOf<E>, call),
  })
}

/** Rides along with the variables of a mutation. */
interface CallOptionsOf {
  readonly callOptions?: CallOptions
}

function callOptions<E extends Endpoint>(api: ApiService, endpoint: E, input: InputOf<E>) {
  return {
    queryKey: apiQueryKey(endpoint, input),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<OutputOf<E>> =>
      api.call(endpoint, input, { signal }),
  }
}
