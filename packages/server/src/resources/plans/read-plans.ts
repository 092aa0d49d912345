import type { QueryOf } from '@typecase/contract/endpoint'
import {
  type AddOn,
  addOnIds,
  addOnOffers,
  amountFor,
  type Purchase,
  type Interval,
  type LimitKey,
  formatLimit,
  type ListedAddOn,
  type listPlans,
  type Plan,
  planIds,
  planOffers,
  type Plans,
  POPULAR_PLAN,
  priceOf,
} from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { describeSubscription } from '../billing/paid-subscriptions.ts'
import { mayPay, payerOf } from '../billing/payers.ts'
import { isNothing, nothing } from '../billing/plan-change.ts'
import {
  billedScopeOf,
  findSubscription,
  heldAt,
  scopeIn,
  nextPlan,
  type Subscription,
} from '../billing/subscription-store.ts'
import { openTeam, type TeamScope, titleOf } from '../teams/team-scope.ts'
import { findUser } from '../users/store.ts'
import { nameOf } from '../users/user-view.ts'
import { meteredOf } from './metered-usage.ts'
import { usageOf } from './usage.ts'

/** Reads the plans and add-ons of a project or a workspace in the form of `plans/list`. */
export async function readPlans(
  app: App,
  principal: UserPrincipal,
  query: QueryOf<typeof listPlans>,
): Promise<Plans> {
  const { clock, payments, settings } = app
  const teamScope = scopeIn(query)
  await openTeam(app.db.read, principal, teamScope)
  const scope = await billedScopeOf(app.db.read, teamScope)
  const subscription = await findSubscription(app.db.read, scope.id)
  const purchase = heldAt(subscription, clock.now()) ?? nothing
  const isAdmin = await mayPay(app.db.read, scope, principal.userId)
  return {
    mode: payments.mode,
    is_enforced: settings.PLAN_LIMITS === 'on',
    place: { resource: scope.resource, id: scope.id, title: await titleOf(app.db.read, scope) },
    plans: plansFor(purchase),
    subscription:
      subscription && !isNothing(purchase)
        ? {
            ...describeSubscription(subscription, purchase, clock.now()),
            is_payer: subscription.userId === principal.userId,
          }
        : null,
    ...(isAdmin && { payer: await readPayer(app.db.read, scope) }),
    usage: await usageOf(app, scope),
    this_month: settings.PLAN_LIMITS === 'on' ? await meteredOf(app, scope) : null,
    sales: salesOf(settings.MAIL_FROM),
    next_invoice: subscription && isAdmin ? nextInvoice(subscription) : null,
    add_ons: addOnIds.map((id) => addOnFor(id, purchase, subscription)),
  }
}

/**
 * Returns the address for sales of Enterprise: the sender of the installation's e-mails, unless that is the local
 * default.
 */
function salesOf(sender: string): string | null {
  const address = /<([^>]+)>/.exec(sender)?.[1] ?? sender
  return address.endsWith('@localhost') ? null : address
}

function plansFor(purchase: Purchase): Plan[] {
  return planIds.map((id) => {
    const { name, description, monthly, limits } = planOffers[id]
    const isSubscribed = id === purchase.plan_id
    const price = (interval: Interval) => ({
      amount: monthly === null ? null : amountFor(monthly, interval),
      is_subscribed: isSubscribed && id !== 'free' && purchase.interval === interval,
    })
    const limitTexts = Object.fromEntries(
      Object.entries(limits).map(([key, limit]) => [key, formatLimit(key as LimitKey, limit)]),
    ) as Record<LimitKey, string>
    return {
      ...limitTexts,
      id,
      name,
      description,
      is_popular: id === POPULAR_PLAN,
      pricing: { month: price('month'), year: price('year') },
      is_subscribed: isSubscribed,
      limits: limitTexts,
    }
  })
}

function addOnFor(
  id: AddOn,
  purchase: Purchase,
  subscription: Subscription | undefined,
): ListedAddOn {
  const { title, description, monthly, isComing } = addOnOffers[id]
  const after = subscription ? nextPlan(subscription).add_ons : []
  const state = () => {
    if (purchase.add_ons.includes(id))
      return after.includes(id) || after.includes('bundle') ? 'active' : 'ends'
    if (isComing) return 'coming'
    return purchase.add_ons.includes('bundle') ? 'bundled' : 'available'
  }
  const pricing = { month: amountFor(monthly, 'month'), year: amountFor(monthly, 'year') }
  return { id, title, description, pricing, state: state() }
}

async function readPayer(db: Reader, scope: TeamScope) {
  const user = await findUser(db, (await payerOf(db, scope)) ?? '')
  return user ? { user_id: user.id, name: nameOf(user) } : null
}

function nextInvoice(subscription: Subscription) {
  const after = nextPlan(subscription)
  if (isNothing(after)) return null
  return { date: new Date(subscription.periodEnd).toISOString(), amount: priceOf(after) }
}
