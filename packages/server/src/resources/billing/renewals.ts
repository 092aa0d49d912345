import { describePurchase, priceOf } from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { planEndedMail, renewalFailedMail } from '../../mail/billing-mails.ts'
import { describeDecline } from '../../payments/declined.ts'
import type { RenewalInvoice } from '../../payments/payments.ts'
import { findTitle, titleOf } from '../teams/team-scope.ts'
import { openCustomer } from './accounts.ts'
import { chargeOfRequest, openCharge, pay, settle } from './charges.ts'
import { mailedPlan, mayPay, releasePayer, tell } from './payers.ts'
import { isNothing, nothing, renewalOf } from './plan-change.ts'
import {
  endsAt,
  findSubscription,
  GRACE_MS,
  nextPlan,
  saveSubscription,
  type Subscription,
  toSubscription,
} from './subscription-store.ts'

const DAY = 24 * 3600 * 1000
/** Number of subscriptions in one batch. */
const SOME = 50

/**
 * Renews due subscriptions by the server's clock, and ends cancelled and unpaid ones. Subscriptions that the provider
 * renews are only ended here. Called by the scheduler.
 */
export async function renewDue(app: App): Promise<void> {
  const now = app.clock.now()
  const rows = await app.db.read
    .selectFrom('subscriptions')
    .selectAll()
    .where('period_end', '<=', now)
    .where((eb) => eb.or([eb('retry_at', 'is', null), eb('retry_at', '<=', now)]))
    .where((eb) =>
      eb.or([
        eb('provider_id', 'is', null),
        eb('next', 'is not', null),
        eb('past_due_at', '<=', now - GRACE_MS),
      ]),
    )
    .orderBy('period_end')
    .limit(SOME)
    .execute()
  for (const row of rows) {
    try {
      await renewOne(app, toSubscription(row))
    } catch (reason) {
      app.log.warn({ err: reason, place: row.place_id }, 'a plan could not be renewed yet')
    }
  }
}

async function renewOne(app: App, subscription: Subscription): Promise<void> {
  const { db, clock } = app
  const now = clock.now()
  const end = endsAt(subscription)
  if (
    isNothing(nextPlan(subscription)) ||
    (await findTitle(db.read, subscription.scope)) === undefined
  )
    return endSubscription(app, subscription)
  if (end !== null && now >= end) return endSubscription(app, subscription, 'unpaid')
  if (subscription.providerId !== null) return
  const { scope, userId, rev: from } = subscription
  const { due, ...change } = renewalOf(nextPlan(subscription), subscription.periodEnd, now)
  // The retries of each day make a separate charge.
  const requestKey = `renewal ${scope.id} ${subscription.periodEnd} ${Math.floor((now - subscription.periodEnd) / DAY)}`
  const charge = await db.write(async (write) => {
    const existing = await chargeOfRequest(write.db, requestKey)
    // If the row changed since it was read, the next run reads it again.
    const isSame = (await findSubscription(write.db, scope.id))?.rev === from
    if (existing || !isSame) return existing
    // The payer may have lost the right to pay, in which case they must not be charged.
    if (!(await mayPay(write.db, scope, userId))) {
      await releasePayer(app, write, scope, userId)
      return undefined
    }
    return openCharge(write.db, clock, {
      userId,
      kind: 'renewal',
      description: `${describePurchase(change.bought)}, for ${await titleOf(write.db, scope)}`,
      amount: due,
      subscription: { scope, userId, ...change, from },
      requestKey,
    })
  }, 'serializable')
  if (!charge) return
  const settled = await pay(app, charge)
  if (settled.status === 'failed')
    await db.write(
      (write) => markPastDue(app, write, subscription, settled.failure_rule ?? 'card_declined'),
      'serializable',
    )
}

/** Records that a renewal was not paid, and notifies the payer the first time. */
async function markPastDue(
  app: App,
  write: Write,
  subscription: Subscription,
  rule: string,
): Promise<void> {
  const now = app.clock.now()
  const { scope, userId } = subscription
  // Another process may have recorded the same in the meantime.
  const present = await findSubscription(write.db, scope.id)
  if (present?.rev !== subscription.rev) return
  await write.db
    .updateTable('subscriptions')
    .set({ status: 'past_due', past_due_at: present.pastDueAt ?? now, retry_at: now + DAY })
    .where('place_id', '=', scope.id)
    .execute()
  if (present.status === 'past_due') return
  const after = nextPlan(subscription)
  const failed = {
    ...(await mailedPlan(app, write.db, scope, after)),
    amount: priceOf(after),
    reason: describeDecline(rule),
    until: new Date(now + GRACE_MS),
  }
  tell(app, write, [userId], (reader) => renewalFailedMail(reader, failed))
}

/**
 * Ends a subscription at once, and its renewal at the provider, unless it has changed since it was read: it may have
 * been paid.
 * @param why the reason to give in the e-mail to the payer; no e-mail without one
 */
export async function endSubscription(
  app: App,
  subscription: Subscription,
  why?: 'unpaid',
): Promise<void> {
  const { scope, rev, userId } = subscription
  if ((await findSubscription(app.db.read, scope.id))?.rev !== rev) return
  await stopRenewing(app, subscription)
  await app.db.write(async (write) => {
    const { numDeletedRows } = await write.db
      .deleteFrom('subscriptions')
      .where('place_id', '=', scope.id)
      .where('rev', '=', rev)
      .executeTakeFirst()
    if (why === undefined || numDeletedRows === 0n) return
    const plan = await mailedPlan(app, write.db, scope, nextPlan(subscription))
    tell(app, write, [userId], (reader) => planEndedMail(reader, plan))
  }, 'serializable')
}

/** Sends changes of renewals to the provider. Called by the scheduler. */
export async function syncSubscriptions(app: App): Promise<void> {
  const rows = await app.db.read
    .selectFrom('subscriptions')
    .selectAll()
    .where('is_unsynced', '=', 1)
    .limit(SOME)
    .execute()
  for (const row of rows) await syncSubscription(app, toSubscription(row))
}

/** Sends a change of one renewal to the provider. If the provider does not answer, the scheduler tries again. */
export async function syncSubscription(app: App, subscription: Subscription): Promise<void> {
  try {
    await sync(app, subscription)
  } catch (reason) {
    app.log.warn(
      { err: reason, place: subscription.scope.id },
      'the provider does not know of a change yet',
    )
  }
}

async function sync(app: App, subscription: Subscription): Promise<void> {
  const { payments } = app
  const { scope, userId, providerUserId, rev, periodEnd } = subscription
  const after = nextPlan(subscription)
  let { providerId } = subscription
  if (providerId !== null && (isNothing(after) || providerUserId !== userId)) {
    await leaveProvider(app, subscription)
    providerId = null
  }
  if (!isNothing(after)) {
    const customer = await openCustomer(app, userId)
    const key = `${scope.id}-${rev}`
    const renewal = { scopeId: scope.id, bought: after, at: periodEnd, providerId, key }
    providerId = await payments.renew(customer, renewal)
  }
  await saveProvider(app, subscription, {
    provider_id: providerId,
    provider_user_id: providerId === null ? null : userId,
    is_unsynced: 0,
  })
}

/** Moves a subscription's renewals from the provider to the server. */
export async function leaveProvider(app: App, subscription: Subscription): Promise<void> {
  await stopRenewing(app, subscription)
  await saveProvider(app, subscription, { provider_id: null, provider_user_id: null })
}

/** Stops the renewals at the provider. Without a payer there, its report of that changes nothing (`applyEnd`). */
async function stopRenewing(app: App, subscription: Subscription): Promise<void> {
  const { providerId } = subscription
  if (providerId === null) return
  await saveProvider(app, subscription, { provider_id: providerId, provider_user_id: null })
  await app.payments.stopRenewing(providerId)
}

/** Stores what the provider knows of. If the subscription has changed meanwhile, it is sent again. */
const saveProvider = (
  { db }: App,
  { scope, rev }: Subscription,
  change: { provider_id: string | null; provider_user_id: string | null; is_unsynced?: 0 },
) =>
  db.write(async (write) => {
    const update = write.db.updateTable('subscriptions').where('place_id', '=', scope.id)
    const { numUpdatedRows } = await update.set(change).where('rev', '=', rev).executeTakeFirst()
    if (numUpdatedRows === 0n) await update.set({ is_unsynced: 1 }).execute()
  }, 'read committed')

const byProvider = (db: Reader, providerId: string) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('provider_id', '=', providerId)
    .executeTakeFirst()

/** Applies the provider's charge for the next period. Repeated events have no further effect, in any order. */
export async function applyInvoice(
  app: App,
  write: Write,
  { id, providerId, amount, isPaid, periodEnd }: RenewalInvoice,
): Promise<void> {
  const { db } = write
  const row = await byProvider(db, providerId)
  if (!row) return
  const subscription = toSubscription(row)
  const { scope, userId, rev: from, periodEnd: periodStart } = subscription
  // The subscription was ended here before the provider learned of it: the charged period is granted and not renewed.
  const isEnded = isNothing(nextPlan(subscription))
  const bought = isEnded ? subscription.bought : nextPlan(subscription)
  const existing = await chargeOfRequest(db, id)
  const charge =
    existing ??
    (await openCharge(db, app.clock, {
      userId,
      kind: 'renewal',
      description: `${describePurchase(bought)}, for ${(await findTitle(db, scope)) ?? `a deleted ${scope.resource}`}`,
      amount,
      requestKey: id,
    }))
  if (charge.status === 'paid') return
  if (!isPaid) {
    if (existing) return
    await settle(app, write, charge.id, { status: 'failed', rule: 'card_declined' })
    return markPastDue(app, write, subscription, 'card_declined')
  }
  await settle(app, write, charge.id, { status: 'paid' })
  const next = isEnded ? nothing : null
  await saveSubscription(db, { scope, userId, bought, next, periodStart, periodEnd, from })
  if (isEnded) return
  // The renewal came from the provider, which knows of it; a change that it does not know yet is still to be sent.
  await db
    .updateTable('subscriptions')
    .set({ is_unsynced: row.is_unsynced })
    .where('place_id', '=', scope.id)
    .execute()
}

/** Applies the end of renewals at the provider after a failed charge. The paid period stays. */
export async function applyEnd({ db }: Pick<Write, 'db'>, providerId: string): Promise<void> {
  const row = await byProvider(db, providerId)
  // A pending change, such as a new payer, has yet to be sent to the provider, and sending it ends the old
  // subscription. Without a payer, the server ended it itself.
  if (!row || row.is_unsynced === 1 || row.provider_user_id === null) return
  await db
    .updateTable('subscriptions')
    .set((eb) => ({
      next: JSON.stringify(nothing),
      provider_id: null,
      provider_user_id: null,
      is_unsynced: 0,
      rev: eb('rev', '+', 1),
    }))
    .where('place_id', '=', row.place_id)
    .execute()
}
