import { useService } from '@typecase/plugin-sdk/react/services'
import { Storage } from '@typecase/plugin-sdk/services'
import { useSyncExternalStore } from 'react'

/** The folders of a bucket that somebody closed, kept in this browser: new ones are open. */
export function useClosedFolders(bucketSlug: string) {
  const storage = useService(Storage)
  const key = `object-types.closed-folders.${bucketSlug}` as const
  // As text, because what is read is a new list every time.
  const kept = useSyncExternalStore(
    (listener) => storage.subscribe(key, listener),
    () => JSON.stringify(storage.get(key) ?? null),
  )
  const value: unknown = JSON.parse(kept)
  const closed = Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string')
    : []

  function close(slugs: readonly string[]) {
    if (slugs.length > 0) storage.set(key, [...slugs])
    else storage.remove(key)
  }

  return { closed, close }
}
