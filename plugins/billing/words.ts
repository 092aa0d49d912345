import type { Card } from '@typecase/contract/billing'
import type { Interval, PaidSubscription, Plan, Plans } from '@typecase/contract/plans'
import { formatNumber, formatShortDate } from '@typecase/ui/format'

/** Formats a number of tokens: `2M tokens`. */
export const formatTokens = (tokens: number): string =>
  `${formatNumber(tokens / 1_000_000)}M tokens`

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

/** Formats a card: `Visa •••• 4242`. */
export const formatCard = ({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string =>
  `${brands[brand] ?? 'Card'} •••• ${last4}`

/** Formats the expiry of a card: `08/28`. */
export const formatExpiry = ({ exp_month, exp_year }: Card): string =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`

/** Formats a day of an invoice: `1 Dec`, with the year if it is not the current one. */
export const formatInvoiceDay = (iso: string, now?: Date): string =>
  formatShortDate(iso, now, { isUTC: true })

/** Returns the title of the project or workspace of a subscription. */
export const titleOfSubscription = ({ title, resource, is_archived }: PaidSubscription): string =>
  title === null ? `a deleted ${resource}` : is_archived ? `${title} (archived)` : title

export const TEST_MODE = 'Test mode – no real charges'

/** Returns the label of a plan's button (specification section 4). */
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
  // The plan was cancelled or will be replaced; selecting it keeps it.
  if (subscription?.next && subscription.next.plan_id !== plan.id) return 'Your Plan'
  const after = subscription?.next ?? subscription?.now
  if (plan.id === 'free' || !after || after.interval === interval) return 'Current Plan'
  return interval === 'month' ? 'Switch to Monthly' : 'Switch to Yearly'
}
