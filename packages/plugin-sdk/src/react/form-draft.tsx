import { useEffect, useEffectEvent, useState } from 'react'

import type { Json } from '../json.ts'
import { FactStore, Navigation, Storage, Toasts } from '../services.ts'
import { useService } from './services.tsx'

/** What stands in a form that is left before it was saved. */
export interface FormDraft<T> {
  /** The plugin's id, and what the form is about. */
  readonly key: `${string}.${string}`
  /** In words: `the macro “Publish all”`. */
  readonly what: string
  /** All that the form needs to begin there again; undefined while there is nothing to keep. JSON. */
  readonly unsaved: T | undefined
  /** Begins anew from what is saved. */
  discard(): void
}

/** What was kept of a form at the last visit: the state that it begins with. */
export function useFormDraft<T>(key: FormDraft<T>['key']): T | undefined {
  const storage = useService(Storage)
  // Only the form of this key writes it, and it is removed where it could not be read any more.
  const [kept] = useState(() => storage.get(key) as T | undefined)
  return kept
}

/** Keeps what was typed in this browser when the page is left, and says so, then and at the next visit. */
export function useSaveFormDraft<T>({ key, what, unsaved, discard }: FormDraft<T>): void {
  const storage = useService(Storage)
  const facts = useService(FactStore)
  const toasts = useService(Toasts)
  const navigation = useService(Navigation)

  const keep = useEffectEvent((): boolean => {
    // What belongs to an account leaves the browser with it.
    if (facts.get()['session.isLoggedIn'] !== true) return false
    if (unsaved === undefined) storage.remove(key)
    // Forms hold what they send, which is JSON.
    else storage.set(key, unsaved as Json)
    return unsaved !== undefined
  })
  const tellRestored = useEffectEvent(() => {
    if (unsaved === undefined) return
    const action = { label: 'Discard', run: discard }
    toasts.show({ message: `Your unsaved changes of ${what} are back.`, action })
  })

  const tellKept = useEffectEvent((path: `/${string}`) => {
    const action = { label: 'Go back', run: () => void navigation.go(path) }
    toasts.show({ message: `What you changed of ${what} is kept in this browser.`, action })
  })

  // The browser's storage and the page's end are outside React.
  useEffect(() => {
    const path = navigation.current() as `/${string}`
    const listening = new AbortController()
    tellRestored()
    window.addEventListener('pagehide', () => keep(), {
      signal: listening.signal,
    })
    return () => {
      listening.abort()
      if (keep()) tellKept(path)
    }
  }, [navigation])
}
