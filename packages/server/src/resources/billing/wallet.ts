import { newId } from '@typecase/contract/ids'

import { TOKEN_RESERVATION_MS } from '../../limits.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { forbidden } from '../../http/failure.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { findAccount } from './accounts.ts'
import { addTokens } from './charges.ts'
import { payerOf } from './payers.ts'
import { billedScopeOf } from './subscription-store.ts'

/** Who pays for a call of AI, and for which bucket. */
export interface Spender {
  /** Null for a bucket that is about to be created. */
  readonly bucketId: string | null
  /** Finds the user whose tokens are spent. */
  payer(db: Reader): Promise<string | undefined>
}

/** Tokens reserved for one call of AI. */
export interface Reservation {
  readonly id: string
  readonly userId: string
  readonly bucketId: string | null
  readonly tokens: number
}

/** The range of tokens that a call may use. It is refused if fewer than `least` are available. */
export interface Need {
  readonly least: number
  readonly most: number
}

/** Returns the spendable tokens: the balance less the reservations. */
export async function spendable(db: Reader, userId: string, now: number): Promise<number> {
  const { tokens } = await db
    .selectFrom('token_reservations')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('tokens'), eb.lit(0)).as('tokens'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return ((await findAccount(db, userId))?.balance ?? 0) - tokens
}

/**
 * Reserves tokens of the payer in the same write that checks the wallet, so that parallel calls cannot spend the
 * same tokens.
 * @returns the reservation, or the spendable tokens if there are too few
 * @throws Failure `forbidden` without a payer
 */
export function reserve(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { bucketId, payer }: Spender,
  { least, most }: Need,
): Promise<Reservation | { userId: string; spendable: number }> {
  return db.write(async (write) => {
    const now = clock.now()
    const userId = await payer(write.db)
    if (userId === undefined)
      throw forbidden('No one pays for AI here. An admin can take over the payment under Billing.')
    const balance = await spendable(write.db, userId, now)
    if (balance < least) return { userId, spendable: balance }
    const row = { id: newId(now), user_id: userId, tokens: Math.min(most, balance) }
    await write.db
      .insertInto('token_reservations')
      .values({ ...row, expires_at: now + TOKEN_RESERVATION_MS })
      .execute()
    return { id: row.id, userId, bucketId, tokens: row.tokens }
  }, 'serializable')
}

/** Charges the wallet for the used tokens, up to the reservation, and releases the rest. */
export async function settleReservation(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id, userId, bucketId, tokens }: Reservation,
  used: number,
): Promise<void> {
  await db.write(async (write) => {
    const now = clock.now()
    await write.db
      .deleteFrom('token_reservations')
      .where('user_id', '=', userId)
      .where((eb) => eb.or([eb('id', '=', id), eb('expires_at', '<=', now)]))
      .execute()
    const taken = Math.min(used, tokens)
    if (taken <= 0) return
    const entry = { user_id: userId, tokens: -taken, charge_id: null, bucket_id: bucketId }
    await addTokens(write.db, { ...entry, created_at: now })
  }, 'serializable')
}

/** A bucket spends the tokens of the payer of its workspace or project. */
export const bucketSpender = (bucketId: string): Spender => ({
  bucketId,
  async payer(db) {
    const bucket = await db
      .selectFrom('buckets')
      .select('project_id')
      .where('id', '=', bucketId)
      .executeTakeFirst()
    return bucket && payerIn(db, { resource: 'project', id: bucket.project_id })
  },
})

const payerIn = async (db: Reader, scope: TeamScope): Promise<string | undefined> =>
  payerOf(db, await billedScopeOf(db, scope))

/**
 * A new bucket spends the tokens of the payer of its project or workspace. One in a new project outside workspaces
 * spends those of the user who creates it.
 */
export const newBucketSpender = (scope: TeamScope | null, userId: string): Spender => ({
  bucketId: null,
  payer: async (db) => (scope ? payerIn(db, scope) : userId),
})
