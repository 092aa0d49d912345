import type { Json } from '@typecase/plugin-sdk/json'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Storage } from '@typecase/plugin-sdk/services'
import { useCallback, useSyncExternalStore } from 'react'

/** Returns a choice that this browser stores, and its setter. */
export function usePreference<T>(
  key: `preview.${string}`,
  read: (stored: Json | undefined) => T,
): [T, (value: Json) => void] {
  const storage = useService(Storage)
  const subscribe = useCallback(
    (listener: () => void) => storage.subscribe(key, listener),
    [storage, key],
  )
  const value = useSyncExternalStore(subscribe, () => read(storage.get(key)))
  return [value, (next) => storage.set(key, next)]
}
