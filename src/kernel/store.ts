import type { Subscribe } from '@typecase/plugin-sdk/subscribe'
import type { createStore as createAtoms } from 'jotai/vanilla'

/** The store of one running app, by atom. */
export type Atoms = ReturnType<typeof createAtoms>

/** One immutable value with subscriptions: just what `useSyncExternalStore` needs. */
export interface Store<T> {
  readonly get: () => T
  readonly subscribe: Subscribe
  /** Replaces the value and notifies the listeners, unless the value is the same. */
  readonly set: (next: T) => void
  readonly update: (change: (value: T) => T) => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const { subscribe, emit } = createListeners()

  function set(next: T): void {
    if (Object.is(next, value)) return
    value = next
    emit()
  }

  return { get: () => value, set, update: (change) => set(change(value)), subscribe }
}

/** Creates a set of listeners. A listener that throws does not prevent calls of the others. */
export function createListeners(): { subscribe: Subscribe; emit: () => void } {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      // The wrapper makes each subscription distinct: the same function may subscribe twice and unsubscribe once.
      const subscriber = () => listener()
      listeners.add(subscriber)
      return () => void listeners.delete(subscriber)
    },
    emit() {
      // The copy excludes listeners that are added during this change.
      const current = Array.from(listeners)
      for (const listener of current) {
        try {
          listener()
        } catch (error) {
          reportError(error)
        }
      }
    },
  }
}
