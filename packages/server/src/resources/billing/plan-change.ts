import {
  addOnIds,
  type Purchase,
  type Interval,
  planOffers,
  priceOf,
  type SoldPlanId,
} from '@typecase/contract/plans'

export const nothing: Purchase = { plan_id: 'free', interval: 'month', add_ons: [] }

export const isNothing = ({ plan_id, add_ons }: Purchase): boolean =>
  plan_id === 'free' && add_ons.length === 0

/** The paid plan and its period. */
export interface PaidPlan {
  readonly bought: Purchase
  /** UNIX ms. */
  readonly periodStart: number
  readonly periodEnd: number
}

/** The result of a requested change. */
export interface Change extends PaidPlan {
  /** The plan after the current period; null if it stays the same. */
  readonly next: Purchase | null
  /** The amount due at once, in cents. */
  readonly due: number
}

/** Returns the add-ons in their fixed order without duplicates. The bundle includes all others. */
export const normalAddOns = (add_ons: Purchase['add_ons']): Purchase['add_ons'] =>
  add_ons.includes('bundle') ? ['bundle'] : addOnIds.filter((addOn) => add_ons.includes(addOn))

export const isSame = (a: Purchase, b: Purchase): boolean =>
  (isNothing(a) && isNothing(b)) ||
  (a.plan_id === b.plan_id && a.interval === b.interval && a.add_ons.join() === b.add_ons.join())

/** Returns the same day a calendar month or year later, or the last day of a shorter month. UNIX ms. */
export function afterInterval(at: number, interval: Interval): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + (interval === 'month' ? 1 : 12))
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

const monthly = (plan: SoldPlanId) => planOffers[plan].monthly ?? 0
const greater = (a: SoldPlanId, b: SoldPlanId) => (monthly(a) >= monthly(b) ? a : b)

/**
 * Works out the change from a paid plan to another. Additions start at once and are charged for the rest of the period;
 * removals take effect when the period ends. A change from monthly to yearly starts at once, less the price of the rest
 * of the month.
 */
export function changeOf(paid: PaidPlan | undefined, target: Purchase, now: number): Change {
  if (!paid) {
    const periodEnd = afterInterval(now, target.interval)
    return { bought: target, next: null, due: priceOf(target), periodStart: now, periodEnd }
  }
  const { bought, periodStart, periodEnd } = paid
  const length = Math.max(1, periodEnd - periodStart)
  const share = Math.min(1, Math.max(0, (periodEnd - now) / length))
  const current = {
    plan_id: greater(bought.plan_id, target.plan_id),
    add_ons: normalAddOns([...bought.add_ons, ...target.add_ons]),
  }
  const takesNothing = isSame({ ...current, interval: target.interval }, target)
  if (takesNothing && target.interval === 'year' && bought.interval === 'month') {
    const due = Math.max(0, priceOf(target) - Math.round(priceOf(bought) * share))
    const end = afterInterval(now, 'year')
    return { bought: target, next: null, due, periodStart: now, periodEnd: end }
  }
  const from = { ...current, interval: bought.interval }
  return {
    bought: from,
    next: isSame(from, target) ? null : target,
    due: Math.max(0, Math.round((priceOf(from) - priceOf(bought)) * share)),
    periodStart,
    periodEnd,
  }
}

/** Returns the period that follows one that has ended. @param end of the previous period, UNIX ms */
export function renewalOf(bought: Purchase, end: number, now: number): Change {
  // If the server was down for a whole period, no one is charged for it.
  const periodStart = afterInterval(end, bought.interval) <= now ? now : end
  const periodEnd = afterInterval(periodStart, bought.interval)
  return { bought, next: null, due: priceOf(bought), periodStart, periodEnd }
}
