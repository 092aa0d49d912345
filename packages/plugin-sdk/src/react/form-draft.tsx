import { useEffect, useEffectEvent, useState } from 'react'

import type { Json } from '../json.ts'
import { FactStore, Navigation, Storage, Toasts } from '../services.ts'
import { useService } from './services.tsx'

/** A form whose unsaved content is stored when the user leaves the page. */
export interface FormDraft<T> {
  /** The plugin's id, a dot, and a name for what the form edits. */
  readonly key: `${string}.${string}`
  /** What the form edits, for messages: `the macro “Publish all”`. */
  readonly what: string
  /** The unsaved content as JSON, sufficient to restore the form; undefined if there is none. */
  readonly unsaved: T | undefined
  /** Resets the form to its saved state. */
  discard(): void
  /** For a form that creates something: the store of its drafts. */
  readonly drafts?: NewFormDrafts<T> | undefined
}

/** Returns the form's draft from the last visit, to use as its initial state. */
export function useFormDraft<T>(key: FormDraft<T>['key']): T | undefined {
  const storage = useService(Storage)
  // Only the form with this key writes the value, and the storage removes unreadable values.
  const [storedDraft] = useState(() => storage.get(key) as T | undefined)
  return storedDraft
}

/** How many drafts of one creation form are kept. Older ones are deleted. */
const NEW_FORMS_KEPT = 10

/** A draft of a creation form, with the visit at which it was typed. */
interface NewFormDraft<T> {
  readonly visit: string
  readonly unsaved: T
}

/** The stored drafts of a creation form, one for each visit. */
export interface NewFormDrafts<T> {
  /** The draft of this visit, with which the form begins after a reload. */
  readonly current: T | undefined
  /** The draft of another visit. The form offers it, but never mixes it into typed content. */
  readonly offered: T | undefined
  /** Replaces the offered draft; undefined deletes it from the browser. */
  offer(unsaved: T | undefined): void
  /** Stores the draft of this visit; undefined deletes it. */
  keep(unsaved: T | undefined): void
  /** Makes the next form begin with the draft of this visit. */
  resume(): void
}

/** The visits that the user goes back to, by the form's key. */
const resumed = new Map<string, string>()

/** Reads and stores the drafts of a creation form. */
export function useNewFormDrafts<T>(key: FormDraft<T>['key']): NewFormDrafts<T> {
  const storage = useService(Storage)
  const navigation = useService(Navigation)
  // Only forms with this key write the value.
  const read = () => (storage.get(key) ?? []) as unknown as readonly NewFormDraft<T>[]
  const [visit] = useState(() => resumed.get(key) ?? navigation.visit())
  const [current] = useState(() => read().find((one) => one.visit === visit)?.unsaved)
  const [offered, setOffered] = useState(() =>
    current === undefined ? read().find((one) => one.visit !== visit) : undefined,
  )
  useEffect(() => void resumed.delete(key), [key])

  function put(of: string, unsaved: T | undefined): void {
    const others = read().filter((one) => one.visit !== of)
    const next = unsaved === undefined ? others : [{ visit: of, unsaved }, ...others]
    if (next.length === 0) storage.remove(key)
    // Forms contain the body that they send, which is JSON.
    else storage.set(key, next.slice(0, NEW_FORMS_KEPT) as unknown as Json)
  }

  return {
    current,
    offered: offered?.unsaved,
    offer(unsaved) {
      const of = offered?.visit ?? crypto.randomUUID()
      put(of, unsaved)
      setOffered(unsaved === undefined ? undefined : { visit: of, unsaved })
    },
    keep: (unsaved) => put(visit, unsaved),
    resume: () => void resumed.set(key, visit),
  }
}

/** Stores unsaved content in this browser when the user leaves the page. Notifies them then and at the next visit. */
export function useSaveFormDraft<T>({ key, what, unsaved, discard, drafts }: FormDraft<T>): void {
  const storage = useService(Storage)
  const facts = useService(FactStore)
  const toasts = useService(Toasts)
  const navigation = useService(Navigation)

  const keep = useEffectEvent((): boolean => {
    // After signing out, no data of the account may stay in the browser.
    if (facts.get()['session.isLoggedIn'] !== true) return false
    if (drafts) drafts.keep(unsaved)
    else if (unsaved === undefined) storage.remove(key)
    // Forms contain the body that they send, which is JSON.
    else storage.set(key, unsaved as Json)
    return unsaved !== undefined
  })
  const tellRestored = useEffectEvent(() => {
    if (unsaved === undefined) return
    const action = { label: 'Discard', run: discard }
    toasts.show({ message: `Your unsaved changes of ${what} are back.`, action })
  })

  const announceDraft = useEffectEvent((path: `/${string}`) => {
    const action = {
      label: 'Go back',
      run() {
        drafts?.resume()
        void navigation.go(path)
      },
    }
    toasts.show({ message: `What you changed of ${what} is kept in this browser.`, action })
  })

  // The browser's storage and the end of the page are outside React.
  useEffect(() => {
    const path = navigation.current() as `/${string}`
    const listening = new AbortController()
    tellRestored()
    window.addEventListener('pagehide', () => keep(), {
      signal: listening.signal,
    })
    return () => {
      listening.abort()
      if (keep()) announceDraft(path)
    }
  }, [navigation])
}
