import type { Plan } from '@typecase/contract/plans'

/** Keys in localStorage (specification section 3). */
const SHOW = 'show_subscription_thank_you'
const DATA = 'subscription_plan_data'

/** The new subscription. */
export interface Subscribed {
  readonly plan: Pick<Plan, 'name' | 'pricing'>
  readonly isMonthly: boolean
}

const listeners = new Set<() => void>()

/** Called when there is someone to thank on this page. */
export function onThanks(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Keeps what someone has subscribed to, until they were thanked. */
export function thankLater(subscribed: Subscribed): void {
  try {
    localStorage.setItem(DATA, JSON.stringify(subscribed))
    localStorage.setItem(SHOW, 'true')
  } catch {
    // A full storage keeps no one from what they paid for.
  }
  for (const listener of listeners) listener()
}

/** Returns the purchase to give thanks for and removes it: only once, even if it is unreadable. */
export function takeThanks(): Subscribed | undefined {
  const text = localStorage.getItem(DATA)
  if (localStorage.getItem(SHOW) !== 'true' || text === null) return undefined
  localStorage.removeItem(SHOW)
  localStorage.removeItem(DATA)
  try {
    const data = JSON.parse(text) as Subscribed
    return typeof data.plan.name === 'string' && typeof data.plan.pricing.month === 'object'
      ? data
      : undefined
  } catch {
    return undefined
  }
}
