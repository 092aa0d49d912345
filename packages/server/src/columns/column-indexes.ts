import type { FastifyBaseLogger } from 'fastify'

import { LiveIndex, type RowFeed } from './live-index.ts'

/** The column indexes of a server. Each is created on first use, and together they stay within the memory limit. */
export interface ColumnIndexes {
  /**
   * Returns the index of some rows of a bucket.
   * @param kind names the set of rows within the bucket: `newest`, or `overlay:…` for one of many variants
   * @param feed creates the feed that supplies the rows
   */
  of(bucketId: string, kind: string, feed: () => RowFeed): LiveIndex
  /** Returns the index if it is in memory, without counting this as a use. */
  peek(bucketId: string, kind: string): LiveIndex | undefined
  /** Memory in bytes. */
  readonly bytes: number
  readonly count: number
  /** Number of indexes dropped to free memory since the start. */
  readonly dropped: number
}

interface Entry {
  readonly bucketId: string
  readonly index: LiveIndex
  /** Memory in bytes after the index last grew. */
  bytes: number
  usedAt: number
}

/**
 * How long an index counts as in use after a query, in ms. Rebuilding an index so soon after it was dropped shows that
 * the memory limit is too low.
 */
const IN_USE = 60_000

/** Maximum number of variants of one kind per bucket. */
const VARIANTS = 4

/**
 * Creates the indexes of a server. The least recently used index is dropped first. If the indexes in use exceed the
 * memory limit, the largest bucket loses its indexes, so that a large tenant does not slow down the others.
 * @param mostBytes memory limit for all indexes
 * @param log warns when indexes keep being dropped and rebuilt
 */
export function createColumnIndexes(
  mostBytes: number,
  log?: Pick<FastifyBaseLogger, 'warn'>,
): ColumnIndexes {
  /** Entries in the order of their last use. */
  const entries = new Map<string, Entry>()
  /** When each index was dropped. */
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

  /** Returns the bucket whose indexes take the most memory; on a tie, the least recently used one. */
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

  /** Drops the least recently used variants of a kind beyond the limit. */
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
      // A query may still be running on an index that was dropped.
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
    peek: (bucketId, kind) => entries.get(`${kind} ${bucketId}`)?.index,
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
