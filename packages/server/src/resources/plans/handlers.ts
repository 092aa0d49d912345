import {
  type AddOn,
  addOnIds,
  addOnOffers,
  amountFor,
  type Bought,
  type Interval,
  type LimitKey,
  limitInWords,
  type ListedAddOn,
  listPlans,
  type Plan,
  planIds,
  planOffers,
  POPULAR_PLAN,
  priceOf,
  quotePlan,
} from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import { invalid } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { copyOf, quoteChange } from '../billing/change-plan.ts'
import { isNothing, nothing } from '../billing/plan-change.ts'
import {
  billedPlaceOf,
  endsAt,
  findSubscription,
  heldAt,
  renewed,
  type Subscription,
} from '../billing/subscription-store.ts'
import { openTeam, type TeamPlace, titleOf } from '../teams/team-place.ts'
import { meteredOf } from './metering.ts'
import { usageOf } from './usage.ts'

interface Asked {
  project_id?: string
  workspace_id?: string
}

/** @throws Failure `invalid` unless exactly one place is named */
function placeIn({ project_id, workspace_id }: Asked): TeamPlace {
  if ((project_id === undefined) === (workspace_id === undefined))
    throw invalid('project_id', 'exactly one of project_id and workspace_id must be sent', 'scope')
  return project_id === undefined
    ? { resource: 'workspace', id: workspace_id ?? '' }
    : { resource: 'project', id: project_id }
}

export function routes(app: App): Route[] {
  const { db, clock, payments, settings } = app

  return [
    handle(listPlans, async ({ principal, query }) => {
      const asked = placeIn(query)
      const access = await openTeam(db.read, principal, asked)
      const place = asked.resource === 'project' ? await billedPlaceOf(db.read, asked.id) : asked
      const subscription = await findSubscription(db.read, place.id)
      const held = heldAt(subscription, clock.now()) ?? nothing
      const mayPay = access.can('billing:write')
      return {
        mode: payments.mode,
        is_enforced: settings.PLAN_LIMITS === 'on',
        place: { resource: place.resource, id: place.id, title: await titleOf(db.read, place) },
        plans: plansFor(held),
        subscription:
          subscription && !isNothing(held)
            ? shown(subscription, held, principal.userId, clock.now())
            : null,
        usage: await usageOf(app, place),
        this_month: settings.PLAN_LIMITS === 'on' ? await meteredOf(app, place) : null,
        sales: salesOf(settings.MAIL_FROM),
        next_invoice: subscription && mayPay ? nextInvoice(subscription) : null,
        add_ons: addOnIds.map((id) => addOnFor(id, held, subscription)),
      }
    }),
    handle(quotePlan, ({ principal, body }) =>
      quoteChange(app, principal, placeIn(body), body.data),
    ),
  ]
}

/** Who answers mails of the installation sells Enterprise; the address that stands for none does not. */
function salesOf(sender: string): string | null {
  const address = /<([^>]+)>/.exec(sender)?.[1] ?? sender
  return address.endsWith('@localhost') ? null : address
}

function plansFor(held: Bought): Plan[] {
  return planIds.map((id) => {
    const { name, description, monthly, limits } = planOffers[id]
    const isSubscribed = id === held.plan_id
    const price = (interval: Interval) => ({
      amount: monthly === null ? null : amountFor(monthly, interval),
      is_subscribed: isSubscribed && id !== 'free' && held.interval === interval,
    })
    return {
      id,
      name,
      description,
      is_popular: id === POPULAR_PLAN,
      pricing: { month: price('month'), year: price('year') },
      is_subscribed: isSubscribed,
      limits: Object.fromEntries(
        Object.entries(limits).map(([key, limit]) => [key, limitInWords(key as LimitKey, limit)]),
      ),
    }
  })
}

function addOnFor(id: AddOn, held: Bought, subscription: Subscription | undefined): ListedAddOn {
  const { title, description, monthly, isComing } = addOnOffers[id]
  const after = subscription ? renewed(subscription).add_ons : []
  const state = () => {
    if (held.add_ons.includes(id))
      return after.includes(id) || after.includes('bundle') ? 'active' : 'ends'
    if (isComing) return 'coming'
    return held.add_ons.includes('bundle') ? 'bundled' : 'available'
  }
  const pricing = { month: amountFor(monthly, 'month'), year: amountFor(monthly, 'year') }
  return { id, title, description, pricing, state: state() }
}

function shown(subscription: Subscription, held: Bought, userId: string, now: number) {
  const { next, status, periodEnd } = subscription
  const end = endsAt(subscription)
  return {
    now: copyOf(held),
    next: next && now < periodEnd ? copyOf(next) : null,
    status,
    period_end: new Date(periodEnd).toISOString(),
    ends_at: end === null ? null : new Date(end).toISOString(),
    is_payer: subscription.userId === userId,
  }
}

function nextInvoice(subscription: Subscription) {
  const after = renewed(subscription)
  if (isNothing(after)) return null
  return { date: new Date(subscription.periodEnd).toISOString(), amount: priceOf(after) }
}
