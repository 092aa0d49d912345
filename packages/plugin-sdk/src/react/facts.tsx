import { useEffect, useSyncExternalStore } from 'react'

import type { FactPatch, FactValues } from '../facts.ts'
import { FactStore } from '../services.ts'
import { useService } from './services.tsx'

/**
 * Reads the current facts. `select` must return an equal value while nothing changed: a new object at every call would
 * render forever.
 */
export function useFacts<T>(select: (facts: FactValues) => T): T {
  const store = useService(FactStore)
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/**
 * Sets facts while the component is on screen. The patch is compared as JSON, so it must not contain sets or functions.
 */
export function useProvideFacts(patch: FactPatch): void {
  const store = useService(FactStore)
  const json = JSON.stringify(patch)
  // Facts live outside React: keys and the palette read them.
  useEffect(() => {
    const facts = JSON.parse(json) as FactPatch
    store.set(facts)
    return () => store.set(Object.fromEntries(Object.keys(facts).map((key) => [key, undefined])))
  }, [store, json])
}
