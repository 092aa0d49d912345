import { Failure } from '../http/failure.ts'
import type { SqliteSession } from './sqlite-driver.ts'

/** A bucket in the middle of a long write. */
export interface HeldBucket {
  readonly bucketId: string
  /** The bucket's state before the write. */
  readonly session: SqliteSession
  /** Settles when the write has ended. */
  readonly freed: Promise<void>
}

/**
 * The first table of a statement: jobs report progress, and memberships hold no content, so a hold does not affect
 * them.
 */
const FIRST_TABLE = /\b(?:from|into|update)\s+(?:or\s+\w+\s+)?"?(\w+)/i
const NOT_HELD = new Set(['jobs', 'bucket_members'])

/**
 * Buckets in the middle of long writes. A statement belongs to a bucket when one of its values is the bucket's id,
 * which each key of content begins with: so no statement has to declare it, and none can forget to.
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

  /** The bucket of a statement, if it is held. */
  namedBy(text: string, values: readonly unknown[]): HeldBucket | undefined {
    if (this.#held.size === 0) return undefined
    for (const value of values) {
      const held = typeof value === 'string' ? this.#held.get(value) : undefined
      if (held) return NOT_HELD.has(FIRST_TABLE.exec(text)?.[1] ?? '') ? undefined : held
    }
    return undefined
  }
}

/** A write came to a bucket that is held: it is run again when that is free. */
export class BucketHeld extends Error {
  readonly bucket: HeldBucket

  constructor(bucket: HeldBucket) {
    super('The bucket is in the middle of a long write.')
    this.bucket = bucket
  }
}

/** Time that a write waits for a bucket to be free, ms. */
const LOCK_TIMEOUT_MS = 15_000

/** Waits until a bucket is free. @throws Failure `unavailable` when that takes too long */
export async function waitUntilReleased({ freed }: HeldBucket): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(stillHeld()), LOCK_TIMEOUT_MS)
  try {
    await Promise.race([freed, late.promise])
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
