import { use } from 'react'

import { type Services, type Token, tokenName } from '../token.ts'
import { useHost } from './host.tsx'

/** All services, for query options and other functions that take them. */
export function useServices(): Services {
  return useHost().services
}

/**
 * A service by its token. Suspends while the provider's code is loaded.
 * @throws when no one provides it
 */
export function useService<T>(token: Token<T>): T {
  const { services } = useHost()
  const ready = readNow(services, token)
  return ready ? ready.service : use(loading(services, token))
}

/** An optional service: undefined while no one provides it. */
export function useOptionalService<T>(token: Token<T>): T | undefined {
  const { services } = useHost()
  // Whether a provider exists changes only when a plugin comes or goes, which remounts what depends on it.
  const isThere = services.has(token)
  const ready = isThere ? readNow(services, token) : undefined
  if (!isThere) return undefined
  return ready ? ready.service : use(loading(services, token))
}

function readNow<T>(services: Services, token: Token<T>): { service: T } | undefined {
  if (!services.isReady(token)) return undefined
  return { service: services.get(token) }
}

const pending = new WeakMap<Services, Map<string, Promise<unknown>>>()

/** React needs the same promise at every attempt to render. */
function loading<T>(services: Services, token: Token<T>): Promise<T> {
  let promises = pending.get(services)
  if (!promises) pending.set(services, (promises = new Map()))
  const name = tokenName(token)
  let promise = promises.get(name)
  if (!promise) {
    promise = services.load(token)
    promises.set(name, promise)
    // A failed load may succeed after Retry.
    promise.catch(() => promises.delete(name))
  }
  return promise as Promise<T>
}
