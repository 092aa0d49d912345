import type { Subscribe } from '../subscribe.ts'

/** A value with listeners. */
export interface Observable<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  readonly subscribe: Subscribe
}

/** Creates a value that tests set and services read; `set` calls the listeners. */
export function observable<T>(initial: T): Observable<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * Wraps a function so that it returns the same array for the same arguments while the members are the same.
 * `useSyncExternalStore` needs that.
 */
export function memoize<Args extends unknown[], T>(make: (...args: Args) => readonly T[]) {
  const values = new Map<string, readonly T[]>()
  return (...args: Args): readonly T[] => {
    const key = JSON.stringify(args)
    const before = values.get(key)
    const now = make(...args)
    if (before?.length === now.length && before.every((one, index) => one === now[index])) {
      return before
    }
    values.set(key, now)
    return now
  }
}
