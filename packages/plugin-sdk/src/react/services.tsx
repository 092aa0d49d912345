import { use } from 'react'

import { type Services, type Token, tokenName } from '../token.ts'
import { useHost } from './host.tsx'

/** Returns all services, for query options and other functions that take them. */
export function useServices(): Services {
  return useHost().services
}

/**
 * Returns a service by its token. Suspends while the provider's code loads.
 * @throws if no plugin provides it
 */
export function useService<T>(token: Token<T>): T {
  const { services } = useHost()
  const ready = readNow(services, token)
  return ready ? ready.service : use(loading(services, token))
}

/** Returns an optional service, or undefined if no plugin provides it. */
export function useOptionalService<T>(token: Token<T>): T | undefined {
  const { services } = useHost()
  // A provider comes or goes only with its plugin, which remounts the components that depend on it.
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

/** Returns the promise of a service. React needs the same promise at every attempt to render. */
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
