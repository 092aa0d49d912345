import type { Json } from '@typecase/plugin-sdk/json'
import type { StorageService } from '@typecase/plugin-sdk/services'

type Key = Parameters<StorageService['get']>[0]

/** Keys for the account that owns the stored data, and for the signal to other tabs that the data was removed. */
const ACCOUNT = 'core.account'
const CLEARED_KEY = 'core.cleared'
/** Keys that survive a logout: they hold the account's preferences, not its content. */
const settings: readonly string[] = [
  ACCOUNT,
  CLEARED_KEY,
  'core.keymap',
  'core.disabled-plugins',
  'core.region',
  'core.sidebar',
]

/** The storage with the methods that only the core uses. */
export interface BrowserStorage extends StorageService {
  /** Assigns the storage to the account that signed in. Removes the data of another account. */
  belongTo(account: string): void
  /** Removes the account's data from this browser, in all tabs. */
  clear(): void
}

/**
 * Creates an account's storage in this browser, for the core and plugins. Values are stored as JSON in `localStorage`,
 * under the same key.
 */
export function createBrowserStorage(window: Window): BrowserStorage {
  const listeners = new Map<string, Set<() => void>>()
  const clearings = new Set<() => void>()
  const { localStorage, sessionStorage } = window

  function tell(key: string): void {
    for (const listener of listeners.get(key) ?? []) listener()
  }

  function tellAll(): void {
    for (const one of listeners.keys()) tell(one)
  }

  /** Clears the data of this tab. */
  function clearTab(): void {
    attempt(() => removeFrom(sessionStorage, () => true))
    for (const listener of clearings) listener()
  }

  function removeAll(isRemoved: (key: string) => boolean): void {
    attempt(() => removeFrom(localStorage, isRemoved))
    attempt(() => localStorage.setItem(CLEARED_KEY, crypto.randomUUID()))
    tellAll()
    clearTab()
  }

  window.addEventListener('storage', ({ key }) => {
    if (key === CLEARED_KEY) clearTab()
    if (key !== null) return tell(key)
    tellAll()
  })

  function read(key: Key): Json | undefined {
    try {
      const text = localStorage.getItem(key)
      return text === null ? undefined : (JSON.parse(text) as Json)
    } catch {
      // The value was edited by hand, or storage is switched off.
      return undefined
    }
  }

  function set(key: Key, value: Json): void {
    // Storage may be full. Stored values are only a convenience, so the page continues without them.
    attempt(() => localStorage.setItem(key, JSON.stringify(value)))
    tell(key)
  }

  return {
    get: read,
    set,
    remove(key) {
      localStorage.removeItem(key)
      tell(key)
    },
    subscribe(key, listener) {
      const subscriber = (): void => listener()
      const all = listeners.get(key) ?? new Set()
      listeners.set(key, all.add(subscriber))
      return () => void all.delete(subscriber)
    },
    onClear(listener) {
      const subscriber = (): void => listener()
      clearings.add(subscriber)
      return () => void clearings.delete(subscriber)
    },
    belongTo(account) {
      const before = read(ACCOUNT)
      if (before === account) return
      if (before !== undefined) removeAll(() => true)
      // An older version did not record the account; its titles and unsaved text have the account in their keys.
      else attempt(() => removeFrom(localStorage, (key) => !settings.includes(key)))
      set(ACCOUNT, account)
      tellAll()
    },
    clear: () => removeAll((key) => !settings.includes(key)),
  }
}

/**
 * Removes keys of the product, which contain a dot. Other keys, such as this screen's theme, follow the specification.
 */
function removeFrom(storage: Storage, isRemoved: (key: string) => boolean): void {
  for (const key of Object.keys(storage)) {
    if (key.includes('.') && isRemoved(key)) storage.removeItem(key)
  }
}

function attempt(change: () => void): void {
  try {
    change()
  } catch (error) {
    reportError(error)
  }
}
