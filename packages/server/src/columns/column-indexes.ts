import type { FastifyBaseLogger } from 'fastify'

import { LiveIndex, type RowFeed } from './live-index.ts'

/** The indexes of a server: they are made when they are first used, and take no more memory than they may. */
export interface ColumnIndexes {
  /**
   * The index of some rows of a bucket.
   * @param kind names the rows among those of the bucket: `newest`, or `overlay:…` for one of many variants
   * @param feed makes the feed that they come from
   */
  of(bucketId: string, kind: string, feed: () => RowFeed): LiveIndex
  /** The same if it is in memory, without counting as a use. */
  cached(bucketId: string, kind: string): LiveIndex | undefined
  /** Memory in bytes. */
  readonly bytes: number
  readonly count: number
  /** Indexes that had to go since the start. */
  readonly dropped: number
}

interface Entry {
  readonly bucketId: string
  readonly index: LiveIndex
  /** Memory after it grew last. */
  bytes: number
  usedAt: number
}

/**
 * Time that an index counts as in use after a query, ms. An index that is rebuilt so soon after it was dropped shows
 * that memory is too small.
 */
const IN_USE = 60_000

/** Variants of one kind that a bucket has at most. */
const VARIANTS = 4

/**
 * The index used longest ago goes first. If the indexes in use exceed the memory, the largest bucket gives way, so that
 * a large tenant does not slow down the others.
 * @param mostBytes memory for all indexes
 * @param log warns when indexes are dropped and made again all the time
 */
export function createColumnIndexes(
  mostBytes: number,
  log?: Pick<FastifyBaseLogger, 'warn'>,
): ColumnIndexes {
  /** The one used last is the last. */
  const entries = new Map<string, Entry>()
  /** Times at which indexes were dropped. */
  const droppedAt = new Map<string, number>()
  let total = 0
  let dropped = 0
  let warnedAt = -IN_USE

  function drop(name: string, { bytes }: Entry): void {
    total -= bytes
    entries.delete(name)
    droppedAt.set(name, performance.now())
    dropped += 1
  }

  /** The bucket whose indexes take the most memory; of several the one used longest ago. */
  function largestBucket(): string | undefined {
    const bytesOf = new Map<string, number>()
    for (const { bucketId, bytes } of entries.values())
      bytesOf.set(bucketId, (bytesOf.get(bucketId) ?? 0) + bytes)
    const most = Math.max(...bytesOf.values())
    return [...bytesOf].find(([, bytes]) => bytes === most)?.[0]
  }

  function makeRoom(): void {
    const now = performance.now()
    for (const [name, entry] of entries) {
      if (total <= mostBytes || now - entry.usedAt < IN_USE) break
      drop(name, entry)
    }
    while (total > mostBytes && entries.size > 0) {
      const bucketId = largestBucket()
      const oldest = [...entries].find(([, entry]) => entry.bucketId === bucketId)
      if (oldest) drop(...oldest)
    }
  }

  /** Drops the variants of a kind that were used longest ago, all but the most that may stay. */
  function dropVariants(bucketId: string, kind: string): void {
    const variants = [...entries].filter(
      ([name, entry]) => entry.bucketId === bucketId && name.startsWith(`${kind}:`),
    )
    for (const [name, { bytes }] of variants.slice(0, -VARIANTS)) {
      total -= bytes
      entries.delete(name)
    }
  }

  function make(name: string, bucketId: string, feed: () => RowFeed): Entry {
    const now = performance.now()
    if (now - (droppedAt.get(name) ?? -IN_USE) < IN_USE && now - warnedAt > IN_USE) {
      warnedAt = now
      log?.warn('indexes keep being dropped and rebuilt: INDEX_MEMORY is too small')
    }
    for (const [other, at] of droppedAt) if (now - at > IN_USE) droppedAt.delete(other)
    const index = new LiveIndex(feed(), mostBytes, () => {
      // A query may still be under way in one that had to go.
      if (entries.get(name) !== entry) return
      total -= entry.bytes
      entry.bytes = index.bytes
      total += entry.bytes
      makeRoom()
    })
    const entry: Entry = { bucketId, index, bytes: 0, usedAt: now }
    return entry
  }

  return {
    of(bucketId, kind, feed) {
      const name = `${kind} ${bucketId}`
      const entry = entries.get(name) ?? make(name, bucketId, feed)
      entry.usedAt = performance.now()
      // A map keeps the order of insertion.
      entries.delete(name)
      entries.set(name, entry)
      const [variantsOf, variant] = kind.split(':')
      if (variant !== undefined) dropVariants(bucketId, variantsOf ?? '')
      return entry.index
    },
    cached: (bucketId, kind) => entries.get(`${kind} ${bucketId}`)?.index,
    get bytes() {
      return [...entries.values()].reduce((sum, { index }) => sum + index.bytes, 0)
    },
    get count() {
      return entries.size
    },
    get dropped() {
      return dropped
    },
  }
}
