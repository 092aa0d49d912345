import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    key_uses: { key_hash: string; bucket_id: string; used_at: number }
  }
}

/** How exact it is, ms: every call of a site would otherwise write. */
const NOTED_EVERY = 3600 * 1000

/** Keys that this process remembers. Those it forgets are noted again. */
const REMEMBERED = 10_000

/** When each key was noted last. By its hash, which no other bucket has. */
const noted = new Map<string, number>()

/** Notes that a key was used. Nobody waits for it: a read would otherwise wait for all writes before. */
export function noteKeyUse(
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  bucketId: string,
  hash: string,
): void {
  const now = clock.now()
  const before = noted.get(hash)
  if (before !== undefined && now - before < NOTED_EVERY) return
  if (noted.size >= REMEMBERED) noted.clear()
  noted.set(hash, now)
  const use = { key_hash: hash, bucket_id: bucketId, used_at: now }
  db.write(({ db: tx }) =>
    tx
      .insertInto('key_uses')
      .values(use)
      .onConflict((conflict) => conflict.column('key_hash').doUpdateSet({ used_at: now }))
      .execute(),
  ).catch((reason: unknown) => {
    // The next call tries again.
    noted.delete(hash)
    log.warn({ err: reason }, 'the use of a key was not noted')
  })
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
