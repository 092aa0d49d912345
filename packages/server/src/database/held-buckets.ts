import { Failure } from '../http/failure.ts'
import type { SqliteSession } from './sqlite-driver.ts'

/** A bucket locked by a long write. */
export interface HeldBucket {
  readonly bucketId: string
  /** Reads the bucket's state before the write. */
  readonly session: SqliteSession
  /** Settles when the write has ended. */
  readonly freed: Promise<void>
}

/**
 * Matches the first table of a statement. Locks do not affect jobs, which report progress, and memberships, which hold
 * no content.
 */
const FIRST_TABLE = /\b(?:from|into|update)\s+(?:or\s+\w+\s+)?"?(\w+)/i
const NOT_HELD = new Set(['jobs', 'bucket_members'])

/**
 * The buckets that long writes lock. A statement belongs to a bucket if one of its values is the bucket's id. Every key
 * of content starts with that id, so statements need not declare their bucket, and none can forget to.
 */
export class HeldBuckets {
  readonly #held = new Map<string, HeldBucket>()

  of(bucketId: string): HeldBucket | undefined {
    return this.#held.get(bucketId)
  }

  hold(bucket: HeldBucket): void {
    this.#held.set(bucket.bucketId, bucket)
  }

  free(bucketId: string): void {
    this.#held.delete(bucketId)
  }

  /** Returns the bucket of a statement if it is locked. */
  namedBy(text: string, values: readonly unknown[]): HeldBucket | undefined {
    if (this.#held.size === 0) return undefined
    for (const value of values) {
      const match = typeof value === 'string' ? this.#held.get(value) : undefined
      if (match) return NOT_HELD.has(FIRST_TABLE.exec(text)?.[1] ?? '') ? undefined : match
    }
    return undefined
  }
}

/** A write came to a locked bucket. It runs again when the bucket is free. */
export class BucketHeld extends Error {
  readonly bucket: HeldBucket

  constructor(bucket: HeldBucket) {
    super('The bucket is in the middle of a long write.')
    this.bucket = bucket
  }
}

/** How long a write waits for a locked bucket, in ms. */
const LOCK_TIMEOUT_MS = 15_000

/** Waits until a bucket is free. @throws Failure `unavailable` when that takes longer than `LOCK_TIMEOUT_MS` */
export async function waitUntilReleased({ freed }: HeldBucket): Promise<void> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(stillHeld()), LOCK_TIMEOUT_MS)
  try {
    await Promise.race([freed, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

const stillHeld = () =>
  new Failure(
    'unavailable',
    'A large change of this bucket, such as an import, is in progress. Your change was not saved. Try again in a moment.',
    {},
    5,
  )
