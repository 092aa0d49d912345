import type { Plan } from '@typecase/contract/plans'

/** Keys in `localStorage` (specification section 3). */
const SHOW = 'show_subscription_thank_you'
const DATA = 'subscription_plan_data'

/** A new subscription. */
export interface NewSubscription {
  readonly plan: Pick<Plan, 'name' | 'pricing'>
  readonly isMonthly: boolean
}

const listeners = new Set<() => void>()

/** Calls the listener when a subscription was stored in this tab. @returns a function that stops listening */
export function onThanks(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Stores a subscription until the user has been thanked for it. */
export function thankLater(subscribed: NewSubscription): void {
  try {
    localStorage.setItem(DATA, JSON.stringify(subscribed))
    localStorage.setItem(SHOW, 'true')
  } catch {
    // Full storage must not break a purchase.
  }
  for (const listener of listeners) listener()
}

/** Returns the subscription to thank for and removes it, so that it is returned only once, even if it is malformed. */
export function takeThanks(): NewSubscription | undefined {
  const text = localStorage.getItem(DATA)
  if (localStorage.getItem(SHOW) !== 'true' || text === null) return undefined
  localStorage.removeItem(SHOW)
  localStorage.removeItem(DATA)
  try {
    const data = JSON.parse(text) as NewSubscription
    return typeof data.plan.name === 'string' && typeof data.plan.pricing.month === 'object'
      ? data
      : undefined
  } catch {
    return undefined
  }
}
