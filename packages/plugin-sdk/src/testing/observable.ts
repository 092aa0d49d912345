import type { Subscribe } from '../subscribe.ts'

/** A value that can be watched. */
export interface Observable<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  readonly subscribe: Subscribe
}

/** A value that tests set and services read; `set` calls the listeners. */
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

/** The same array for the same arguments, as `useSyncExternalStore` needs it, while its members are the same. */
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
