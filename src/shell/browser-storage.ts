import type { Json } from '@typecase/plugin-sdk/json'
import type { StorageService } from '@typecase/plugin-sdk/services'

type Key = Parameters<StorageService['get']>[0]

/** What the core and plugins keep in this browser: JSON in localStorage, under the key itself. */
export function createBrowserStorage(window: Window): StorageService {
  const listeners = new Map<string, Set<() => void>>()
  const { localStorage } = window

  function tell(key: string): void {
    for (const listener of listeners.get(key) ?? []) listener()
  }

  window.addEventListener('storage', ({ key }) => {
    if (key !== null) return tell(key)
    for (const one of listeners.keys()) tell(one)
  })

  function read(key: Key): Json | undefined {
    try {
      const text = localStorage.getItem(key)
      return text === null ? undefined : (JSON.parse(text) as Json)
    } catch {
      // Written by hand, or storage is switched off.
      return undefined
    }
  }

  return {
    get: read,
    set(key, value) {
      try {
        localStorage.setItem(key, JSON.stringify(value))
      } catch (error) {
        // Full: what was to be kept is a convenience, and the page goes on without it.
        reportError(error)
      }
      tell(key)
    },
    remove(key) {
      localStorage.removeItem(key)
      tell(key)
    },
    subscribe(key, listener) {
      const own = (): void => listener()
      const all = listeners.get(key) ?? new Set()
      listeners.set(key, all.add(own))
      return () => void all.delete(own)
    },
  }
}
