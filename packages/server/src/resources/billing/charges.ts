import type { Purchase } from '@typecase/contract/billing'
import { newId } from '@typecase/contract/ids'
import { CURRENCY, type PackageId } from '@typecase/contract/plans'
import type { Selectable } from 'kysely'

import { CHARGE_CLAIM_MS } from '../../limits.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { countOf } from '../../database/expressions.ts'
import { describeDecline } from '../../payments/declined.ts'
import type { Outcome } from '../../payments/payments.ts'
import { findCustomer, openAccount, openCustomer } from './accounts.ts'
import { isNothing, nothing } from './plan-change.ts'
import { mayPay } from './payers.ts'
import {
  billedScopeOf,
  findSubscription,
  nextPlan,
  saveSubscription,
  type SubscriptionState,
} from './subscription-store.ts'
import type { ChargeTable } from './tables.ts'

export type Charge = Selectable<ChargeTable>
type Payer = Pick<App, 'db' | 'clock' | 'payments' | 'log'>

export interface NewCharge {
  readonly userId: string
  readonly kind: Purchase['kind']
  readonly description: string
  /** Cents. */
  readonly amount: number
  /** The tokens that the charge buys. */
  readonly pack?: { readonly package_id: PackageId; readonly tokens: number }
  /** The subscription that the charge pays for. */
  readonly subscription?: SubscriptionState
  /** Key of the request. Repeated requests share one charge. */
  readonly requestKey?: string | undefined
}

/**
 * Records a charge before the provider is called, so that after a crash it is known that the card may have been
 * charged.
 * @param db the transaction of a write
 */
export async function openCharge(
  db: Reader,
  clock: Pick<App['clock'], 'now'>,
  { userId, kind, description, amount, pack, subscription, requestKey }: NewCharge,
): Promise<Charge> {
  const now = clock.now()
  return db
    .insertInto('charges')
    .values({
      id: newId(now),
      user_id: userId,
      kind,
      place_id: subscription?.scope.id ?? null,
      description,
      package_id: pack?.package_id ?? null,
      tokens: pack?.tokens ?? 0,
      amount,
      currency: CURRENCY,
      effect: subscription ? JSON.stringify(subscription) : null,
      request_key: requestKey ?? null,
      failure: null,
      failure_rule: null,
      created_at: now,
      settled_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const findCharge = (db: Reader, id: string): Promise<Charge | undefined> =>
  db.selectFrom('charges').selectAll().where('id', '=', id).executeTakeFirst()

export const chargeOfRequest = (db: Reader, key: string): Promise<Charge | undefined> =>
  db.selectFrom('charges').selectAll().where('request_key', '=', key).executeTakeFirst()

/** Finds the unsettled charge of a project or workspace. */
export const pendingChargeOf = (db: Reader, scopeId: string): Promise<Charge | undefined> =>
  db
    .selectFrom('charges')
    .selectAll()
    .where('place_id', '=', scopeId)
    .where('status', '=', 'pending')
    .executeTakeFirst()

/**
 * Stores the result of a charge and applies its effects once. A paid charge stays paid, while a failed one can still
 * become paid if the provider reports so.
 */
export async function settle(
  { clock, log }: Pick<App, 'clock' | 'log'>,
  { db }: Pick<Write, 'db'>,
  id: string,
  outcome: Outcome,
): Promise<Charge | undefined> {
  if (outcome.status === 'pending') return findCharge(db, id)
  const isPaid = outcome.status === 'paid'
  const rule = isPaid ? null : outcome.rule
  const settled = await db
    .updateTable('charges')
    .set({
      status: outcome.status,
      failure_rule: rule,
      failure: rule === null ? null : describeDecline(rule),
      settled_at: clock.now(),
    })
    .where('id', '=', id)
    .where('status', 'in', isPaid ? ['pending', 'failed'] : ['pending'])
    .returningAll()
    .executeTakeFirst()
  if (!settled) return findCharge(db, id)
  if (isPaid) await giveWhatIsPaid(settled, db, log)
  return settled
}

async function giveWhatIsPaid(charge: Charge, db: Reader, log: App['log']): Promise<void> {
  if (charge.tokens > 0) {
    await addTokens(db, {
      user_id: charge.user_id,
      tokens: charge.tokens,
      charge_id: charge.id,
      bucket_id: null,
      created_at: charge.settled_at ?? charge.created_at,
    })
  }
  if (charge.effect === null) return
  // Only `openCharge` writes this column, so the cast is safe.
  const effect = JSON.parse(charge.effect) as SubscriptionState
  const { scope, userId } = effect
  // While the card was charged, the payer may have lost the right to pay, or the project its own billing: the paid
  // period is granted, and not renewed.
  const isRenewed =
    (await mayPay(db, scope, userId)) && (await billedScopeOf(db, scope)).id === scope.id
  const state = isRenewed ? effect : { ...effect, next: nothing }
  if (await saveSubscription(db, state)) return
  const now = await findSubscription(db, scope.id)
  const isEnded = now !== undefined && isNothing(nextPlan(now))
  // The subscription ended while the card was charged. The paid period is granted, and renewed only if someone else
  // pays for it now.
  const next = userId === now?.userId ? nothing : state.next
  if (!isEnded || !(await saveSubscription(db, { ...state, next, from: now.rev })))
    log.error({ charge: charge.id }, 'a paid change of a plan came too late: refund it')
}

/**
 * Adds tokens to the wallet, or removes them. The balance is the sum of the entries.
 * @param db the transaction of a write
 */
export async function addTokens(
  db: Reader,
  entry: Omit<TokenEntry, 'id'>,
): Promise<{ balance: number }> {
  await openAccount(db, entry.user_id)
  await db
    .insertInto('token_entries')
    .values({ id: newId(entry.created_at), ...entry })
    .execute()
  return db
    .updateTable('billing_accounts')
    .set((eb) => ({ balance: eb('balance', '+', entry.tokens) }))
    .where('user_id', '=', entry.user_id)
    .returning('balance')
    .executeTakeFirstOrThrow()
}

interface TokenEntry {
  id: string
  user_id: string
  tokens: number
  charge_id: string | null
  bucket_id: string | null
  created_at: number
}

/**
 * Charges the card for a recorded charge, and records the result.
 * @throws Failure `unavailable` if the provider does not answer; the charge stays open until the result is known
 */
export async function pay(app: Payer, charge: Charge): Promise<Charge> {
  const { db, payments } = app
  const customer = await openCustomer(app, charge.user_id)
  const { id: key, amount, description } = charge
  const outcome = await payments.charge(customer, { key, amount, description })
  return (await db.write((write) => settle(app, write, key, outcome), 'serializable')) ?? charge
}

/** Continues the charge of an earlier call: looks up the result, and charges the card if that never happened. */
export async function payAgain(app: Payer, charge: Charge): Promise<Charge> {
  if (charge.status !== 'pending') return charge
  const outcome = await askAfter(app, charge)
  if (outcome)
    return (
      (await app.db.write((write) => settle(app, write, charge.id, outcome), 'serializable')) ??
      charge
    )
  return pay(app, charge)
}

async function askAfter(app: Payer, charge: Charge): Promise<Outcome | undefined> {
  const customer = await findCustomer(app, charge.user_id)
  return customer && app.payments.findCharge(customer, charge.id, charge.created_at)
}

/**
 * Settles charges that a call left open by asking the provider. A charge that the provider does not know has failed.
 * Called by the scheduler.
 */
export async function settlePending(app: Payer): Promise<void> {
  const open = await app.db.read
    .selectFrom('charges')
    .selectAll()
    .where('status', '=', 'pending')
    .where('created_at', '<=', app.clock.now() - CHARGE_CLAIM_MS)
    .orderBy('created_at')
    .limit(100)
    .execute()
  for (const charge of open) {
    try {
      await settleOpenCharge(app, charge)
    } catch (reason) {
      app.log.warn({ err: reason, charge: charge.id }, 'a charge could not be settled yet')
    }
  }
}

/** Settles an open charge whose call is no longer running. */
export async function settleOpenCharge(app: Payer, charge: Charge): Promise<void> {
  const outcome = (await askAfter(app, charge)) ?? {
    status: 'failed' as const,
    rule: 'not_charged',
  }
  await app.db.write((write) => settle(app, write, charge.id, outcome), 'serializable')
}

/** Whether the call that opened a charge may still be waiting for the provider. */
export const isUnderWay = ({ created_at }: Charge, now: number): boolean =>
  now - created_at < CHARGE_CLAIM_MS

export const toPurchase = (charge: Charge): Purchase => ({
  id: charge.id,
  kind: charge.kind,
  description: charge.description,
  package_id: charge.package_id,
  tokens: charge.tokens,
  amount: charge.amount,
  currency: charge.currency,
  status: charge.status,
  failure: charge.failure,
  created_at: new Date(charge.created_at).toISOString(),
})

/** Lists a page of the charges to a user's cards, newest first. */
export async function listCharges(
  db: Reader,
  userId: string,
  { limit, skip, kinds }: { limit: number; skip: number; kinds?: readonly Purchase['kind'][] },
): Promise<{ purchases: Purchase[]; total: number }> {
  const query = db
    .selectFrom('charges')
    .where('user_id', '=', userId)
    .$if(kinds !== undefined, (some) => some.where('kind', 'in', [...(kinds ?? [])]))
  const rows = await query.selectAll().orderBy('id', 'desc').limit(limit).offset(skip).execute()
  return { purchases: rows.map(toPurchase), total: await countOf(query) }
}
