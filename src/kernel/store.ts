import type { Subscribe } from '@typecase/plugin-sdk/subscribe'
import type { createStore as createAtoms } from 'jotai/vanilla'

/** The store of one running app, by atom. */
export type Atoms = ReturnType<typeof createAtoms>

/** One immutable value that can be watched: what `useSyncExternalStore` needs, and no more. */
export interface Store<T> {
  readonly get: () => T
  readonly subscribe: Subscribe
  /** Replaces the value and tells the listeners, unless it is the same one. */
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

/** A set of listeners; one that throws does not keep the others from being called. */
export function createListeners(): { subscribe: Subscribe; emit: () => void } {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      // Wrapped, so that the same function may subscribe twice and leave once.
      const subscriber = () => listener()
      listeners.add(subscriber)
      return () => void listeners.delete(subscriber)
    },
    emit() {
      // A copy: a listener added now does not hear of this change.
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
