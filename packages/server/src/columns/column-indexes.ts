import { LiveIndex, type RowFeed } from './live-index.ts'

/** The indexes of a server: they are made when they are first used, and take no more memory than they may. */
export interface ColumnIndexes {
  /**
   * The index of some rows.
   * @param name names the rows among those of all buckets
   * @param feed makes the feed that they come from
   */
  of(name: string, feed: () => RowFeed): LiveIndex
  /** Memory in bytes. */
  readonly bytes: number
}

/**
 * @param mostBytes memory for all indexes; the one used longest ago goes first. The one that is used stays, however
 *   large it is.
 */
export function createColumnIndexes(mostBytes: number): ColumnIndexes {
  /** The one used last stands last. */
  const indexes = new Map<string, LiveIndex>()

  const bytesOfAll = () => [...indexes.values()].reduce((sum, { bytes }) => sum + bytes, 0)

  /** The size of an index changes while it is used, so that it is looked at when another one is asked for. */
  function dropOldest(): void {
    let bytes = bytesOfAll()
    for (const [name, index] of indexes) {
      if (bytes <= mostBytes || indexes.size === 1) return
      bytes -= index.bytes
      indexes.delete(name)
    }
  }

  return {
    of(name, feed) {
      const index = indexes.get(name) ?? new LiveIndex(feed())
      // A map keeps the order of insertion.
      indexes.delete(name)
      indexes.set(name, index)
      dropOldest()
      return index
    },
    get bytes() {
      return bytesOfAll()
    },
  }
}
