import type { FastifyBaseLogger } from 'fastify'

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
  readonly count: number
  /** Indexes that had to go since the start. */
  readonly dropped: number
}

/** An index that is made again so soon after it was dropped shows that there is too little room, ms. */
const SOON = 60_000

/**
 * @param mostBytes memory for all indexes; the one used longest ago goes first
 * @param log warns when indexes are dropped and made again all the time
 */
export function createColumnIndexes(
  mostBytes: number,
  log?: Pick<FastifyBaseLogger, 'warn'>,
): ColumnIndexes {
  /** The one used last stands last. */
  const indexes = new Map<string, LiveIndex>()
  /** When those that had to go did so. */
  const droppedAt = new Map<string, number>()
  let dropped = 0
  let warnedAt = -SOON

  const bytesOfAll = () => [...indexes.values()].reduce((sum, { bytes }) => sum + bytes, 0)

  function dropOldest(): void {
    let bytes = bytesOfAll()
    for (const [name, index] of indexes) {
      if (bytes <= mostBytes) return
      bytes -= index.bytes
      indexes.delete(name)
      droppedAt.set(name, performance.now())
      dropped += 1
    }
  }

  function make(name: string, feed: () => RowFeed): LiveIndex {
    const now = performance.now()
    if (now - (droppedAt.get(name) ?? -SOON) < SOON && now - warnedAt > SOON) {
      warnedAt = now
      log?.warn('indexes are dropped and made again all the time: INDEX_MEMORY is too small')
    }
    for (const [other, at] of droppedAt) if (now - at > SOON) droppedAt.delete(other)
    return new LiveIndex(feed(), mostBytes, dropOldest)
  }

  return {
    of(name, feed) {
      const index = indexes.get(name) ?? make(name, feed)
      // A map keeps the order of insertion.
      indexes.delete(name)
      indexes.set(name, index)
      return index
    },
    get bytes() {
      return bytesOfAll()
    },
    get count() {
      return indexes.size
    },
    get dropped() {
      return dropped
    },
  }
}
