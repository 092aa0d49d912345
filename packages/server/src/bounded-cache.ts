import { LRUCache } from 'lru-cache'

/** Keeps values up to a number of bytes; the one used longest ago goes first. */
export interface BoundedCache<T> {
  get(key: string): T | undefined
  /** @param size bytes that the value takes, about */
  set(key: string, value: T, size: number): void
  /** Bytes that all values and their keys take, about. */
  readonly bytes: number
}

/** Approximate overhead of an entry, on top of its key and value. */
const ENTRY = 300

export function createBoundedCache<T extends string | object>(mostBytes: number): BoundedCache<T> {
  const entries = new LRUCache<string, T>({
    maxSize: mostBytes,
    // One answer must not drive out all others.
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
