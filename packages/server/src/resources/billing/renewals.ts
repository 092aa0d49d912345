import { type Bought, boughtInWords, priceOf } from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import type { MailReader } from '../../mail/account-mails.ts'
import type { Mail } from '../../mail/mailer.ts'
import { planEndedMail, type MailedPlan, renewalFailedMail } from '../../mail/billing-mails.ts'
import { declinedInWords } from '../../payments/declined.ts'
import type { RenewalInvoice } from '../../payments/payments.ts'
import { titleOf } from '../teams/team-place.ts'
import { findUser } from '../users/store.ts'
import { toMailReader } from '../users/user-view.ts'
import { openCustomer } from './accounts.ts'
import { chargeOfRequest, openCharge, pay, settle } from './charges.ts'
import { isNothing, nothing, renewalOf } from './plan-change.ts'
import {
  endsAt,
  findSubscription,
  GRACE_MS,
  renewed,
  saveSubscription,
  type Subscription,
  toSubscription,
} from './subscription-store.ts'

const DAY = 24 * 3600 * 1000
/** Subscriptions that are looked at in one go. */
const SOME = 50

/**
 * Renews what is due, by the server's clock, and ends what was given up or not paid. What the provider renews itself is
 * only ended here. For the scheduler.
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
  if (isNothing(renewed(subscription)) || !(await placeExists(db.read, subscription)))
    return endSubscription(app, subscription)
  if (end !== null && now >= end) {
    await endSubscription(app, subscription)
    return tell(app, subscription, (reader, plan) => planEndedMail(reader, plan))
  }
  if (subscription.providerId !== null) return
  const { place, userId, rev: from } = subscription
  const { due, ...change } = renewalOf(renewed(subscription), subscription.periodEnd, now)
  // Each day of the days that it is tried is a charge of its own.
  const requestKey = `renewal ${place.id} ${subscription.periodEnd} ${Math.floor((now - subscription.periodEnd) / DAY)}`
  const charge = await db.write(async (write) => {
    const known = await chargeOfRequest(write.db, requestKey)
    // Changed since it was read: what is to be renewed is read anew with the next look.
    const isSame = (await findSubscription(write.db, place.id))?.rev === from
    if (known || !isSame) return known
    return openCharge(write.db, clock, {
      userId,
      kind: 'renewal',
      description: `${boughtInWords(change.bought)}, for ${await titleOf(write.db, place)}`,
      amount: due,
      subscription: { place, userId, ...change, from },
      requestKey,
    })
  })
  if (!charge) return
  const settled = await pay(app, charge)
  if (settled.status === 'failed')
    await db.write((write) =>
      markPastDue(app, write, subscription, settled.failure_rule ?? 'card_declined'),
    )
}

/** Notes that a renewal was not paid, and tells the payer the first time. */
async function markPastDue(
  app: App,
  write: Write,
  subscription: Subscription,
  rule: string,
): Promise<void> {
  const now = app.clock.now()
  await write.db
    .updateTable('subscriptions')
    .set({ status: 'past_due', past_due_at: subscription.pastDueAt ?? now, retry_at: now + DAY })
    .where('place_id', '=', subscription.place.id)
    .where('rev', '=', subscription.rev)
    .execute()
  if (subscription.status === 'past_due') return
  write.afterCommit(() =>
    tell(app, subscription, (reader, plan) =>
      renewalFailedMail(reader, {
        ...plan,
        amount: priceOf(renewed(subscription)),
        reason: declinedInWords(rule),
        until: new Date(now + GRACE_MS),
      }),
    ),
  )
}

/** Mails the payer of a plan. */
function tell(
  { db, mailer, settings }: App,
  subscription: Subscription,
  mailOf: (reader: MailReader, plan: MailedPlan) => Mail,
): void {
  const { place, userId } = subscription
  mailer.sendLater(async () => {
    const user = await findUser(db.read, userId)
    if (user?.status !== 'active') return undefined
    return mailOf(toMailReader(user), {
      resource: place.resource,
      title: await titleOf(db.read, place),
      plan: boughtInWords(renewed(subscription)),
      url: billingUrl(settings.PUBLIC_URL, place),
    })
  })
}

/** The billing page of a place; that of a workspace is of the one that people work in. */
export const billingUrl = (base: string, { resource, id }: Subscription['place']): string =>
  resource === 'project'
    ? `${base}/projects/${id}/billing/addons`
    : `${base}/workspace/billing/addons`

/** Ends a subscription at once; the provider renews it no more. */
export async function endSubscription(app: App, subscription: Subscription): Promise<void> {
  if (subscription.providerId !== null) await app.payments.stopRenewing(subscription.providerId)
  await app.db.write((write) =>
    write.db
      .deleteFrom('subscriptions')
      .where('place_id', '=', subscription.place.id)
      .where('rev', '=', subscription.rev)
      .execute(),
  )
}

async function placeExists(db: Reader, { place }: Subscription): Promise<boolean> {
  const table = place.resource === 'project' ? 'projects' : 'workspaces'
  const row = await db.selectFrom(table).select('id').where('id', '=', place.id).executeTakeFirst()
  return row !== undefined
}

/** Tells the provider what it is to renew, where that has changed. For the scheduler. */
export async function syncSubscriptions(app: App): Promise<void> {
  const rows = await app.db.read
    .selectFrom('subscriptions')
    .selectAll()
    .where('is_unsynced', '=', 1)
    .limit(SOME)
    .execute()
  for (const row of rows) await syncSubscription(app, toSubscription(row))
}

/** The same for one; where the provider does not answer, the scheduler tries again. */
export async function syncSubscription(app: App, subscription: Subscription): Promise<void> {
  try {
    await sync(app, subscription)
  } catch (reason) {
    app.log.warn(
      { err: reason, place: subscription.place.id },
      'the provider does not know of a change yet',
    )
  }
}

async function sync(app: App, subscription: Subscription): Promise<void> {
  const { db, payments } = app
  const { place, userId, providerUserId, rev, periodEnd } = subscription
  const after = renewed(subscription)
  let { providerId } = subscription
  const save = (change: {
    provider_id: string | null
    provider_user_id: string | null
    is_unsynced?: 0
  }) =>
    db.write((write) =>
      write.db
        .updateTable('subscriptions')
        .set(change)
        .where('place_id', '=', place.id)
        .where('rev', '=', rev)
        .execute(),
    )
  if (providerId !== null && (isNothing(after) || providerUserId !== userId)) {
    await payments.stopRenewing(providerId)
    providerId = null
    await save({ provider_id: null, provider_user_id: null })
  }
  if (!isNothing(after)) {
    const customer = await openCustomer(app, userId)
    const key = `${place.id}-${rev}`
    const renewal = { placeId: place.id, bought: after, at: periodEnd, providerId, key }
    providerId = await payments.renew(customer, renewal)
  }
  await save({
    provider_id: providerId,
    provider_user_id: providerId === null ? null : userId,
    is_unsynced: 0,
  })
}

const byProvider = (db: Reader, providerId: string) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('provider_id', '=', providerId)
    .executeTakeFirst()

/** Applies what the provider says of the charge for one more period; again, and in any order, it changes nothing more. */
export async function applyInvoice(
  app: App,
  write: Write,
  { id, providerId, amount, isPaid, periodEnd }: RenewalInvoice,
): Promise<void> {
  const { db } = write
  const row = await byProvider(db, providerId)
  if (!row) return
  const subscription = toSubscription(row)
  const { place, userId, rev: from, periodEnd: periodStart } = subscription
  const bought: Bought = renewed(subscription)
  const known = await chargeOfRequest(db, id)
  const charge =
    known ??
    (await openCharge(db, app.clock, {
      userId,
      kind: 'renewal',
      description: `${boughtInWords(bought)}, for ${await titleOf(db, place)}`,
      amount,
      requestKey: id,
    }))
  if (charge.status === 'paid') return
  if (!isPaid) {
    if (known) return
    await settle(app, write, charge.id, { status: 'failed', rule: 'card_declined' })
    return markPastDue(app, write, subscription, 'card_declined')
  }
  await settle(app, write, charge.id, { status: 'paid' })
  await saveSubscription(db, { place, userId, bought, next: null, periodStart, periodEnd, from })
  // It knows: it has just told us.
  await db
    .updateTable('subscriptions')
    .set({ is_unsynced: 0 })
    .where('place_id', '=', place.id)
    .execute()
}

/** The provider renews no more, after it could not charge: what is paid stays until its end. */
export async function applyEnd({ db }: Pick<Write, 'db'>, providerId: string): Promise<void> {
  const row = await byProvider(db, providerId)
  if (!row) return
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
