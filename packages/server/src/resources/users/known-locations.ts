import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { hashKey, ipKey } from '../../http/limits-keys.ts'

/** How long an account's location is remembered, in ms. */
const MEMORY = 90 * 24 * 3600 * 1000

const idOf = (userId: string, ip: string) => hashKey(userId, ipKey(ip))

/** Remembers the location that a user signed in from. */
export async function rememberLocation(
  { db: tx }: Write,
  { clock }: App,
  userId: string,
  ip: string,
): Promise<void> {
  const now = clock.now()
  await tx
    .deleteFrom('known_places')
    .where('user_id', '=', userId)
    .where('seen_at', '<', now - MEMORY)
    .execute()
  await tx
    .insertInto('known_places')
    .values({ id: idOf(userId, ip), user_id: userId, seen_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .execute()
}

/**
 * Whether a user signed in from this location recently. If so, wrong guesses made elsewhere do not lock them out here.
 */
export async function isKnownLocation(
  { db, clock }: App,
  userId: string,
  ip: string,
): Promise<boolean> {
  const row = await db.read
    .selectFrom('known_places')
    .select('seen_at')
    .where('id', '=', idOf(userId, ip))
    .executeTakeFirst()
  return row !== undefined && row.seen_at >= clock.now() - MEMORY
}
