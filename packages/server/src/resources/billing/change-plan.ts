import {
  addOnOffers,
  type AddOn,
  type Purchase,
  describePurchase,
  formatMoney,
  type Interval,
  type PlanId,
  planOffers,
  type PlanQuote,
  priceOf,
} from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { conflict, invalid } from '../../http/failure.ts'
import type { Caller } from '../../http/principal.ts'
import { paymentFailed } from '../../payments/declined.ts'
import { type Actor, audit } from '../audit/audit-log.ts'
import { exceededBy } from '../plans/limits.ts'
import { auditScope, openTeam, type TeamScope, titleOf } from '../teams/team-scope.ts'
import { openCustomer } from './accounts.ts'
import {
  type Charge,
  isUnderWay,
  openCharge,
  pay,
  pendingChargeOf,
  settleOpenCharge,
} from './charges.ts'
import {
  type Change,
  changeOf,
  isNothing,
  isSame,
  normalAddOns,
  nothing,
  renewalOf,
} from './plan-change.ts'
import { tellFormerPayer } from './payers.ts'
import { applyInvoice, endSubscription, leaveProvider, syncSubscription } from './renewals.ts'
import {
  billedScopeOf,
  findSubscription,
  nextPlan,
  saveSubscription,
  setPayer,
  type Subscription,
} from './subscription-store.ts'

/** A requested change. Omitted fields stay as they are. */
export interface PlanWish {
  readonly plan_id?: PlanId | undefined
  readonly interval?: Interval | undefined
  readonly add_ons?: readonly AddOn[] | undefined
  /** `me` makes the caller the payer, even of a subscription that is due to end. */
  readonly payer?: 'me' | undefined
}

export const isWish = (wish: PlanWish): boolean =>
  Object.values(wish).some((value) => value !== undefined)

/** Returns the plan that a change requests. @throws Failure `invalid` for a plan or an add-on that is not sold here */
function targetFrom(subscription: Subscription | undefined, wish: PlanWish): Purchase {
  const base = subscription ? baseOf(subscription, wish) : nothing
  const { plan_id = base.plan_id, interval = base.interval, add_ons = base.add_ons } = wish
  if (plan_id === 'enterprise')
    throw invalid(
      'data.plan_id',
      'The Enterprise plan is by agreement. Contact sales.',
      'contact_sales',
    )
  const coming = add_ons.find((id) => addOnOffers[id].isComing && !base.add_ons.includes(id))
  if (coming !== undefined) {
    const message = `${addOnOffers[coming].title} is not available yet. It comes with a later version.`
    throw invalid('data.add_ons', message, 'coming')
  }
  return { plan_id, interval, add_ons: normalAddOns(add_ons) }
}

/** Returns the plan that a change starts from. A new payer keeps a plan that is due to end. */
const baseOf = (subscription: Subscription, { payer }: PlanWish): Purchase =>
  payer !== undefined && isNothing(nextPlan(subscription))
    ? subscription.bought
    : nextPlan(subscription)

/** A requested change with the subscription that it applies to. */
interface PlannedChange {
  readonly before: Subscription | undefined
  readonly target: Purchase
  readonly change: Change
}

const after = ({ next, bought }: Pick<Change, 'next' | 'bought'>): Purchase => next ?? bought

/**
 * Whether the caller becomes the payer. They do unless the charge stays within what the current payer has agreed to.
 */
const isPaidByActor = ({ before, change }: PlannedChange, { payer }: PlanWish): boolean =>
  payer !== undefined ||
  !before ||
  change.due > 0 ||
  priceOf(after(change)) > priceOf(nextPlan(before))

/**
 * Works out a change from the current subscription.
 * @throws Failure `conflict` if the subscription does not allow it now, `invalid` for plans that are not sold here
 */
async function planChange(
  { clock }: Pick<App, 'clock'>,
  db: Reader,
  scope: TeamScope,
  wish: PlanWish,
): Promise<PlannedChange> {
  const before = await findSubscription(db, scope.id)
  const target = targetFrom(before, wish)
  const now = clock.now()
  if (before?.status === 'past_due') {
    const due = nextPlan(before)
    if (isNothing(target)) {
      const end = { bought: nothing, next: null, due: 0, periodStart: now, periodEnd: now }
      return { before, target, change: end }
    }
    if (!isSame(target, due))
      throw conflict('The last renewal is not paid. Pay it first, or choose the Free plan.', [
        { path: 'data', message: 'The last renewal is not paid', rule: 'past_due' },
      ])
    return { before, target, change: renewalOf(due, before.periodEnd, now) }
  }
  const isOver = before !== undefined && now >= before.periodEnd
  if (isOver && !isNothing(nextPlan(before)))
    throw conflict('The plan is being renewed. Try again when that is done.')
  return { before, target, change: changeOf(isOver ? undefined : before, target, now) }
}

/** Returns the price of a change without charging anything. @throws Failure as `changePlan` */
export async function quoteChange(
  app: App,
  actor: Caller,
  scope: TeamScope,
  wish: PlanWish,
): Promise<PlanQuote> {
  await openTeam(app.db.read, actor, scope, 'billing:write')
  await assertBilledItself(app.db.read, scope)
  const { change } = await planChange(app, app.db.read, scope, wish)
  const next = after(change)
  return {
    due_now: change.due,
    now: copyOf(change.bought),
    next: change.next && copyOf(change.next),
    period_end: isNothing(change.bought) ? null : new Date(change.periodEnd).toISOString(),
    renewal: isNothing(next) ? 0 : priceOf(next),
    exceeded: await exceededBy(app, scope, isNothing(next) ? 'free' : next.plan_id),
  }
}

export const copyOf = ({ plan_id, interval, add_ons }: Purchase) => ({
  plan_id,
  interval,
  add_ons: [...add_ons],
})

/**
 * Changes the plan and add-ons of a project or workspace. The amount due is charged to the card of the caller, who
 * becomes the payer.
 * @param maxAmount upper bound of the charge, in cents
 * @throws Failure `forbidden`, `payment_failed` without a card or if it is declined, `conflict` while another change is
 * being paid
 */
export async function changePlan(
  app: App,
  actor: Actor,
  scope: TeamScope,
  wish: PlanWish,
  maxAmount?: number,
): Promise<void> {
  const { db, clock } = app
  await openTeam(db.read, actor, scope, 'billing:write')
  await finishPending(app, scope.id)
  const foreseen = await planChange(app, db.read, scope, wish)
  if (foreseen.change.due > 0) await app.limits.count('card', actor.userId)
  if (isPaidByActor(foreseen, wish) && !isNothing(after(foreseen.change)))
    await assertCard(app, actor.userId)
  if (foreseen.before?.status === 'past_due') {
    if (isNothing(foreseen.target)) return endSubscription(app, foreseen.before)
    if (foreseen.before.providerId !== null) {
      if (foreseen.before.userId === actor.userId) return payOverdue(app, foreseen.before)
      // The provider would otherwise charge the card of the previous payer.
      await leaveProvider(app, foreseen.before)
    }
  }

  const charge = await db.write(async (write): Promise<Charge | undefined> => {
    await openTeam(write.db, actor, scope, 'billing:write')
    await assertBilledItself(write.db, scope)
    if (await pendingChargeOf(write.db, scope.id)) throw underWay()
    const planned = await planChange(app, write.db, scope, wish)
    const { before, change } = planned
    if (maxAmount !== undefined && change.due > maxAmount)
      throw conflict(`The price is now ${formatMoney(change.due)}. Review it and try again.`, [
        { path: 'max_amount', message: `${change.due} cents are due`, rule: 'amount_changed' },
      ])
    const { bought, next, periodStart, periodEnd, due } = change
    if (!before && isNothing(bought) && wish.payer === undefined) return undefined
    const userId = !before || isPaidByActor(planned, wish) ? actor.userId : before.userId
    const isTakenOver = wish.payer !== undefined || (before && before.userId !== userId)
    const from = before?.rev ?? 0
    const state = { scope: scope, userId, bought, next, periodStart, periodEnd, from }
    await audit(write, app, actor, {
      kind: `${scope.resource}.update`,
      ...auditScope(scope),
      details: {
        plan: {
          from: before ? describePurchase(nextPlan(before)) : null,
          to: describePurchase(next ?? bought),
        },
        ...(isTakenOver && { payer: 'taken over' }),
      },
    })
    if (wish.payer !== undefined) await setPayer(write.db, scope, actor.userId)
    if (!before && isNothing(bought)) return undefined
    if (due === 0) {
      await saveSubscription(write.db, state)
      if (before && before.userId !== userId) await tellFormerPayer(app, write, before)
      return undefined
    }
    return openCharge(write.db, clock, {
      userId,
      kind: 'subscription',
      description: describe(before, change, await titleOf(write.db, scope)),
      amount: due,
      subscription: state,
    })
  }, 'serializable')
  if (charge) {
    const settled = await pay(app, charge)
    if (settled.status === 'failed') throw paymentFailed(settled.failure_rule ?? '')
    if (settled.status === 'pending') throw underWay()
    const { before } = foreseen
    if (before && before.userId !== actor.userId)
      await db.write((write) => tellFormerPayer(app, write, before), 'serializable')
  }
  const saved = await findSubscription(db.read, scope.id)
  if (saved) await syncSubscription(app, saved)
}

const underWay = () =>
  conflict('A change of this plan is being paid. Check again in a minute.', [
    { path: 'data', message: 'A charge is not settled', rule: 'payment_pending' },
  ])

/**
 * Settles the open charge of an earlier call, successful or not. @throws Failure `conflict` while that call is running
 */
export async function finishPending(app: App, scopeId: string): Promise<void> {
  const charge = await pendingChargeOf(app.db.read, scopeId)
  if (!charge) return
  if (isUnderWay(charge, app.clock.now())) throw underWay()
  await settleOpenCharge(app, charge)
}

/**
 * Checks that a project or workspace is billed on its own.
 * @throws Failure `conflict` for a project in a workspace, which is billed with the workspace
 */
async function assertBilledItself(db: Reader, scope: TeamScope): Promise<void> {
  const payer = await billedScopeOf(db, scope)
  if (payer.id === scope.id) return
  throw conflict(
    `This project is billed with its workspace “${await titleOf(db, payer)}”. Change the plan there.`,
    [{ path: 'project_id', message: 'The project is in a workspace', rule: 'billed_by_workspace' }],
  )
}

/** Checks that a user has a card. @throws Failure `payment_failed` */
export async function assertCard(app: App, userId: string): Promise<void> {
  const cards = await app.payments.listCards(await openCustomer(app, userId))
  if (cards.length === 0) throw paymentFailed('card_required')
}

async function payOverdue(app: App, subscription: Subscription): Promise<void> {
  const result = await app.payments.payOverdue(subscription.providerId ?? '')
  if ('status' in result) throw paymentFailed(result.rule)
  await app.db.write((write) => applyInvoice(app, write, result), 'serializable')
}

/** Describes a charge: the whole plan when a period begins, otherwise only the additions. */
function describe(before: Subscription | undefined, change: Change, title: string): string {
  const { bought } = change
  if (!before || change.periodStart !== before.periodStart)
    return `${describePurchase(bought)}, for ${title}`
  const added = [
    ...(bought.plan_id === before.bought.plan_id ? [] : [planOffers[bought.plan_id].name]),
    ...bought.add_ons
      .filter((addOn) => !before.bought.add_ons.includes(addOn))
      .map((addOn) => addOnOffers[addOn].title),
  ]
  return `${added.join(', ')} for the rest of the ${bought.interval}, for ${title}`
}
