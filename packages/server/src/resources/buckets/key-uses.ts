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

/** How precise the stored time is, in ms. Otherwise every call of a site would cause a write. */
const NOTED_EVERY = 3600 * 1000
/** Number of keys that this process remembers. A key that it has forgotten is stored again on its next use. */
const MAX_CACHED_KEYS = 50_000
/** Delay of a write after the first use in its batch, in ms. */
const WRITE_MS = 200
/** Maximum number of rows per statement. */
const AT_ONCE = 500

/** Records when the keys of buckets were last used. */
export interface KeyUses {
  /** Records the use of a key and returns at once, since a read would otherwise wait for all writes in the queue. */
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
  /** Time of each key's last recorded use, by the key's hash, which is unique across buckets. */
  const noted = new LRUCache<string, number>({ maxSize: MAX_CACHED_KEYS, sizeCalculation: () => 1 })
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
      // Forgetting the keys lets their next use try again.
      for (const { key_hash } of uses) noted.delete(key_hash)
      log.warn({ err: reason }, 'last uses of keys were not stored')
    }
  }

  async function writeAll(): Promise<void> {
    timer = undefined
    // All processes write in the same order, so that they do not deadlock.
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

/** Reads when the keys of a bucket were last used, in ISO 8601, by their hashes. */
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
