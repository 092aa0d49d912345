import { useEffect, useEffectEvent, useState } from 'react'

import type { Json } from '../json.ts'
import { FactStore, Navigation, Storage, Toasts } from '../services.ts'
import { useService } from './services.tsx'

/** The content of a form that was left before it was saved. */
export interface FormDraft<T> {
  /** The plugin's id, and what the form is about. */
  readonly key: `${string}.${string}`
  /** In words: `the macro “Publish all”`. */
  readonly what: string
  /** All that the form needs to begin there again; undefined while there is nothing to keep. JSON. */
  readonly unsaved: T | undefined
  /** Begins again from what is saved. */
  discard(): void
  /** Of a form for something new: where its drafts are kept. */
  readonly drafts?: NewFormDrafts<T> | undefined
}

/** A form's draft from the last visit: its initial state. */
export function useFormDraft<T>(key: FormDraft<T>['key']): T | undefined {
  const storage = useService(Storage)
  // Only the form of this key writes it, and unreadable values are removed.
  const [storedDraft] = useState(() => storage.get(key) as T | undefined)
  return storedDraft
}

/** Drafts of a form for something new that are kept; older ones go. */
const NEW_FORMS_KEPT = 10

/** A draft of a form for something new, and the visit that it was typed at. */
interface NewFormDraft<T> {
  readonly visit: string
  readonly unsaved: T
}

/** The stored drafts of a form for something new, one for each visit. */
export interface NewFormDrafts<T> {
  /** Of this visit: what the form begins with after a reload. */
  readonly current: T | undefined
  /** Left at another visit. It is offered, never mixed into what is typed. */
  readonly offered: T | undefined
  /** Replaces it; undefined removes it from the browser. */
  offer(unsaved: T | undefined): void
  /** Keeps what was typed at this visit. */
  keep(unsaved: T | undefined): void
  /** The next form begins with what was typed at this visit. */
  resume(): void
}

/** The visits that someone goes back to, by the form's key. */
const resumed = new Map<string, string>()

/** Reads and stores the drafts of a form for something new. */
export function useNewFormDrafts<T>(key: FormDraft<T>['key']): NewFormDrafts<T> {
  const storage = useService(Storage)
  const navigation = useService(Navigation)
  // Only forms of this key write it.
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
    // Forms hold what they send, which is JSON.
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

/** Keeps what was typed in this browser when the page is left, and says so, then and at the next visit. */
export function useSaveFormDraft<T>({ key, what, unsaved, discard, drafts }: FormDraft<T>): void {
  const storage = useService(Storage)
  const facts = useService(FactStore)
  const toasts = useService(Toasts)
  const navigation = useService(Navigation)

  const keep = useEffectEvent((): boolean => {
    // Data of an account leaves the browser with it.
    if (facts.get()['session.isLoggedIn'] !== true) return false
    if (drafts) drafts.keep(unsaved)
    else if (unsaved === undefined) storage.remove(key)
    // Forms hold what they send, which is JSON.
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
      if (keep()) announceDraft(path)
    }
  }, [navigation])
}
