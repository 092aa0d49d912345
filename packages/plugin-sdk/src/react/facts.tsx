import { useEffect, useSyncExternalStore } from 'react'

import type { FactPatch, FactValues } from '../facts.ts'
import { FactStore } from '../services.ts'
import { useService } from './services.tsx'

/**
 * The current facts. Select one fact, or something that is equal when nothing changed:
 * a new object at every call would render for ever.
 */
export function useFacts<T>(select: (facts: FactValues) => T): T {
  const store = useService(FactStore)
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/**
 * States facts for as long as the component is on screen. The patch is compared by JSON;
 * sets and functions do not belong into it.
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
