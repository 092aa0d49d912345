import {
  type Purchase,
  describePurchase,
  type PaidSubscription,
  priceOf,
} from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { notFound } from '../../http/failure.ts'
import { type Actor, audit } from '../audit/audit-log.ts'
import { auditScope, findTitle, type TeamScope } from '../teams/team-scope.ts'
import { copyOf, finishPending } from './change-plan.ts'
import { isNothing, nothing } from './plan-change.ts'
import { endSubscription, syncSubscription } from './renewals.ts'
import {
  endsAt,
  findSubscription,
  heldAt,
  nextPlan,
  stopSubscription,
  type Subscription,
  toSubscription,
} from './subscription-store.ts'

/** Reads the subscriptions that a user's card pays for or has paid for, in any role. */
async function readSubscriptions(db: Reader, userId: string): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('period_end')
    .orderBy('place_id')
    .execute()
  return rows.map(toSubscription)
}

/** Lists the subscriptions that a user pays for, as their billing page shows them until they end. */
export async function listPaidSubscriptions(
  { db: { read: db }, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
): Promise<PaidSubscription[]> {
  const now = clock.now()
  const subscriptions: PaidSubscription[] = []
  for (const subscription of await readSubscriptions(db, userId)) {
    const purchase = heldAt(subscription, now)
    if (!purchase || isNothing(purchase)) continue
    const { scope } = subscription
    const after = nextPlan(subscription)
    subscriptions.push({
      ...describeSubscription(subscription, purchase, now),
      ...scope,
      title: (await findTitle(db, scope)) ?? null,
      is_archived: await isArchived(db, scope.id),
      renewal: isNothing(after) ? 0 : priceOf(after),
    })
  }
  return subscriptions
}

/** Describes the renewals that will be charged to a user's card: `Starter, monthly, for “Press”`. */
export async function renewalsOf(db: Reader, userId: string): Promise<string[]> {
  const renewals = (await readSubscriptions(db, userId)).filter((one) => !isNothing(nextPlan(one)))
  return Promise.all(
    renewals.map(async (one) => {
      const title = (await findTitle(db, one.scope)) ?? one.scope.resource
      return `${describePurchase(nextPlan(one))}, for “${title}”`
    }),
  )
}

/**
 * Ends a subscription on behalf of its payer: at the end of its period, or at once if the last renewal is unpaid.
 * @throws Failure `not_found` if the user is not its payer, `conflict` while a change is being paid
 */
export async function endPaidSubscription(app: App, actor: Actor, scope: TeamScope): Promise<void> {
  const isPayer = (one: Subscription | undefined): one is Subscription =>
    one !== undefined && one.userId === actor.userId && one.scope.resource === scope.resource
  if (!isPayer(await findSubscription(app.db.read, scope.id))) throw notFound('Subscription')
  await finishPending(app, scope.id)
  const stopped = await app.db.write(async (write) => {
    const subscription = await findSubscription(write.db, scope.id)
    if (!isPayer(subscription)) throw notFound('Subscription')
    if (isNothing(nextPlan(subscription))) return undefined
    await stopSubscription(write.db, scope.id)
    const plan = { from: describePurchase(nextPlan(subscription)), to: describePurchase(nothing) }
    await audit(write, app, actor, {
      kind: `${scope.resource}.update`,
      ...auditScope(scope),
      details: { plan },
    })
    return findSubscription(write.db, scope.id)
  }, 'serializable')
  if (stopped?.status === 'past_due') await endSubscription(app, stopped)
  else if (stopped) await syncSubscription(app, stopped)
}

/** Returns a subscription in the form of the billing page. */
export function describeSubscription(subscription: Subscription, purchase: Purchase, now: number) {
  const { next, status, periodEnd } = subscription
  const end = endsAt(subscription)
  return {
    now: copyOf(purchase),
    next: next && now < periodEnd ? copyOf(next) : null,
    status,
    period_end: new Date(periodEnd).toISOString(),
    ends_at: end === null ? null : new Date(end).toISOString(),
  }
}

async function isArchived(db: Reader, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('archived')
    .where('id', '=', projectId)
    .executeTakeFirst()
  return row?.archived === 1
}
