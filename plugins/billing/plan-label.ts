import type { Interval, Plan, Plans } from '@typecase/contract/plans'

/** What the button of a plan says (specification section 4). */
export function planLabel(
  plan: Plan,
  subscription: Plans['subscription'],
  interval: Interval,
):
  | 'Current Plan'
  | 'Contact Sales'
  | 'Your Plan'
  | 'Switch to Monthly'
  | 'Switch to Yearly'
  | 'Select' {
  if (plan.id === 'enterprise') return 'Contact Sales'
  if (!plan.is_subscribed) return 'Select'
  // It is given up, or another one follows: choosing it keeps it.
  if (subscription?.next && subscription.next.plan_id !== plan.id) return 'Your Plan'
  const after = subscription?.next ?? subscription?.now
  if (plan.id === 'free' || !after || after.interval === interval) return 'Current Plan'
  return interval === 'month' ? 'Switch to Monthly' : 'Switch to Yearly'
}
