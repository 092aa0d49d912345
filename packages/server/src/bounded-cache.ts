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
  const entries = new Map<string, { value: T; size: number }>()
  let bytes = 0

  function drop(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    bytes -= entry.size
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      // A map keeps the order of insertion, so the first key is the one used longest ago.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, valueSize) {
      const size = valueSize + key.length * 2 + ENTRY
      drop(key)
      // One answer must not drive out all others.
      if (size > mostBytes / 8) return
      entries.set(key, { value, size })
      bytes += size
      for (const oldest of entries.keys()) {
        if (bytes <= mostBytes) break
        drop(oldest)
      }
    },
    get bytes() {
      return bytes
    },
  }
}
