import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import type { UseMutationOptions, UseQueryOptions } from '@tanstack/react-query'
import { useMutation, useQuery } from '@tanstack/react-query'

import { callOptions } from '../api-query.ts'
import { Api, type CallOptions } from '../services.ts'
import { useService } from './services.tsx'

type QueryOptions<E extends Endpoint> = Omit<
  UseQueryOptions<OutputOf<E>>,
  'queryKey' | 'queryFn' | 'select'
>

/** Reads an endpoint through the query cache. */
export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: QueryOptions<E>,
) {
  const api = useService(Api)
  return useQuery<OutputOf<E>>({ ...callOptions(api, endpoint, input), ...options })
}

/** Calls an endpoint that changes something. For use inside forms only: an action of the user is a command. */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  options?: Omit<UseMutationOptions<OutputOf<E>, Error, InputOf<E> & CallOptionsOf>, 'mutationFn'>,
) {
  const api = useService(Api)
  return useMutation({
    ...options,
    mutationFn: ({ callOptions: call, ...input }: InputOf<E> & CallOptionsOf) =>
      // Without `callOptions` it is the endpoint's input again, which a generic rest type cannot express.
      api.call(endpoint, input as unknown as InputOf<E>, call),
  })
}

/** Call options that are passed with the variables of a mutation. */
interface CallOptionsOf {
  readonly callOptions?: CallOptions
}
