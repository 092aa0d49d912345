import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { Clock } from '../../clock.ts'
import type { Database, Reader } from '../../database/database.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    key_uses: KeyUse
  }
}

interface KeyUse {
  key_hash: string
  bucket_id: string
  used_at: number
}

/** Precision of the stored time, ms: every call of a site would write otherwise. */
const NOTED_EVERY = 3600 * 1000
/** Keys that this process remembers. Forgotten keys are stored again. */
const REMEMBERED = 50_000
/** Uses are written together, this long after the first of them, ms. */
const WRITE_MS = 200
/** Rows of one statement. */
const AT_ONCE = 500

/** When the keys of buckets were used last. */
export interface KeyUses {
  /** Notes that a key was used, and returns at once: a read would otherwise wait for all writes before it. */
  note(bucketId: string, hash: string): void
  /** Writes the pending uses. */
  close(): Promise<void>
}

interface Services {
  readonly db: Database
  readonly clock: Clock
  readonly log: FastifyBaseLogger
}

export function createKeyUses({ db, clock, log }: Services): KeyUses {
  /** When each key was noted last. By its hash, which no other bucket has. */
  const noted = new LRUCache<string, number>({ maxSize: REMEMBERED, sizeCalculation: () => 1 })
  let waiting: KeyUse[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function writeSome(uses: readonly KeyUse[]): Promise<void> {
    try {
      await db.write(
        ({ db: tx }) =>
          tx
            .insertInto('key_uses')
            .values(uses)
            .onConflict((conflict) =>
              conflict
                .column('key_hash')
                .doUpdateSet((eb) => ({ used_at: eb.ref('excluded.used_at') })),
            )
            .execute(),
        'read committed',
      )
    } catch (reason) {
      // The next call tries again.
      for (const { key_hash } of uses) noted.delete(key_hash)
      log.warn({ err: reason }, 'last uses of keys were not stored')
    }
  }

  async function writeAll(): Promise<void> {
    timer = undefined
    // In one order in all processes, which would otherwise wait for each other.
    const uses = waiting.sort((a, b) => (a.key_hash < b.key_hash ? -1 : 1))
    waiting = []
    for (let from = 0; from < uses.length; from += AT_ONCE)
      await writeSome(uses.slice(from, from + AT_ONCE))
  }

  return {
    note(bucketId, hash) {
      const now = clock.now()
      const before = noted.get(hash)
      if (before !== undefined && now - before < NOTED_EVERY) return
      noted.set(hash, now)
      waiting.push({ key_hash: hash, bucket_id: bucketId, used_at: now })
      timer ??= setTimeout(() => {
        writing = writing.then(writeAll)
      }, WRITE_MS).unref()
    },
    async close() {
      clearTimeout(timer)
      await writing
      await writeAll()
    },
  }
}

/** When the keys of a bucket were used last, ISO-8601, by their hashes. */
export async function readKeyUses(
  db: Reader,
  bucketId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('key_uses')
    .select(['key_hash', 'used_at'])
    .where('bucket_id', '=', bucketId)
    .execute()
  return new Map(rows.map(({ key_hash, used_at }) => [key_hash, new Date(used_at).toISOString()]))
}
