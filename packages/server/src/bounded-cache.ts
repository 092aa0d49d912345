import { RecentlyUsed } from './recently-used.ts'

/** Keeps values up to a number of bytes; the one used longest ago goes first. */
export interface BoundedCache<T> {
  get(key: string): T | undefined
  /** @param size bytes that the value takes, about */
  set(key: string, value: T, size: number): void
  /** Bytes that all values and their keys take, about. */
  readonly bytes: number
}

/** What an entry costs beside its key and value, roughly. */
const ENTRY = 300

export function createBoundedCache<T>(mostBytes: number): BoundedCache<T> {
  const entries = new RecentlyUsed<T>(mostBytes)
  return {
    get: (key) => entries.get(key),
    set(key, value, valueSize) {
      const size = valueSize + key.length * 2 + ENTRY
      // One answer must not drive out all others.
      if (size > mostBytes / 8) entries.delete(key)
      else entries.set(key, value, size)
    },
    get bytes() {
      return entries.weight
    },
  }
}
