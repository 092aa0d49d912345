import { LRUCache } from 'lru-cache'

/** A cache with a limit in bytes; it evicts the least recently used value first. */
export interface BoundedCache<T> {
  get(key: string): T | undefined
  /** @param size approximate size of the value in bytes */
  set(key: string, value: T, size: number): void
  /** Approximate size of all keys and values in bytes. */
  readonly bytes: number
}

/** Approximate overhead of an entry, on top of its key and value. */
const ENTRY = 300

export function createBoundedCache<T extends string | object>(mostBytes: number): BoundedCache<T> {
  const entries = new LRUCache<string, T>({
    maxSize: mostBytes,
    // One large value must not evict all others.
    maxEntrySize: Math.floor(mostBytes / 8),
  })
  return {
    get: (key) => entries.get(key),
    set(key, value, valueSize) {
      entries.set(key, value, { size: valueSize + key.length * 2 + ENTRY })
    },
    get bytes() {
      return entries.calculatedSize
    },
  }
}
