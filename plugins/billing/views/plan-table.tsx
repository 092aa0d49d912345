import {
  formatMoney,
  type Interval,
  type LimitKey,
  limitNames,
  type Plan,
  planOffers,
  type Plans,
  formatUsage,
} from '@typecase/contract/plans'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'

import { changePlan } from '../commands/plans.ts'
import { formatInvoiceDay, planLabel } from '../words.ts'
import type { BillingScope } from '../billing-scope.ts'
import styles from './billing.module.css'

interface PlanTableProps {
  readonly plans: Plans
  readonly interval: Interval
  readonly scope: BillingScope
}

/** The plans side by side, with the usage of the current one. */
export function PlanTable({ plans, interval, scope }: PlanTableProps) {
  const where = plans.place.resource
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div className={styles.tableBox} tabIndex={0} role="region" aria-label="Plans">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              Limits count for the whole {where}
            </th>
            {plans.plans.map((plan) => (
              <th
                key={plan.id}
                scope="col"
                className={styles.plan}
                data-current={plan.is_subscribed || undefined}
              >
                <PlanHead plan={plan} plans={plans} interval={interval} scope={scope} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(limitNames).map(([key, name]) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {plans.plans.map((plan) => (
                <td key={plan.id} data-current={plan.is_subscribed || undefined}>
                  <Limit limit={key as LimitKey} plan={plan} plans={plans} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PlanHead({ plan, plans, interval, scope }: PlanTableProps & { plan: Plan }) {
  const { amount } = plan.pricing[interval]
  const next = plans.subscription?.next
  return (
    <div className={styles.head}>
      <span className={styles.name}>
        {plan.name}
        {plan.is_popular ? <span className={styles.popular}>Most Popular</span> : null}
      </span>
      <span className={styles.price}>
        {amount === null ? (
          'Custom Pricing'
        ) : (
          <>
            <b>{formatMoney(amount)}</b> {amount > 0 ? `a ${interval}` : null}
          </>
        )}
      </span>
      <span className={styles.about}>{aboutPrice(plan, interval)}</span>
      <PlanButton plan={plan} plans={plans} interval={interval} scope={scope} />
      {plans.subscription && next ? (
        <span className={styles.about}>{describePeriod(plan, plans.subscription)}</span>
      ) : null}
    </div>
  )
}

function aboutPrice({ pricing, description }: Plan, interval: Interval): string {
  const { amount: yearly } = pricing.year
  if (!yearly) return description
  const monthly = `${formatMoney(yearly / 12)}\u00a0a\u00a0month`
  return interval === 'month' ? `${monthly} when paid yearly` : monthly
}

function describePeriod(plan: Plan, { now, next, period_end }: NonNullable<Plans['subscription']>) {
  const day = formatInvoiceDay(period_end)
  if (next?.plan_id === plan.id && now.plan_id !== plan.id) return `From ${day} on`
  return now.plan_id === plan.id && next?.plan_id !== plan.id ? `Until ${day}` : null
}

function PlanButton({ plan, plans, interval, scope }: PlanTableProps & { plan: Plan }) {
  const label = planLabel(plan, plans.subscription, interval)
  if (plan.id === 'enterprise') {
    const { sales } = plans
    return (
      <Button
        disabledReason={
          sales
            ? undefined
            : 'This installation has no contact address. Its operator can set MAIL_FROM.'
        }
        onPress={() => {
          if (sales) location.assign(`mailto:${sales}?subject=Enterprise`)
        }}
      >
        {label}
      </Button>
    )
  }
  if (label === 'Current Plan') {
    return (
      <span className={styles.current}>
        <Icon name="check" size={14} /> {label}
      </span>
    )
  }
  return (
    <CommandButton
      command={changePlan}
      args={{
        resource: plans.place.resource,
        resource_id: plans.place.id,
        plan_id: plan.id,
        interval,
      }}
      variant={isUpgrade(plan, plans.plans) ? 'primary' : 'plain'}
      disabledReason={
        plans.place.resource === scope.resource
          ? undefined
          : `This project is billed with its workspace “${plans.place.title}”.`
      }
      isPlain
    >
      {label}
    </CommandButton>
  )
}

/** Whether to highlight a plan: the next one above the current plan. */
function isUpgrade(plan: Plan, all: readonly Plan[]): boolean {
  const now = all.findIndex((one) => one.is_subscribed)
  return all.indexOf(plan) === now + 1
}

interface LimitProps {
  readonly limit: LimitKey
  readonly plan: Plan
  readonly plans: Pick<Plans, 'usage' | 'this_month' | 'is_enforced'>
}

/** The share of a limit from which it counts as nearly used up. */
const NEARLY = 0.8

/** A limit of a plan. For the current plan, the usage is shown if it is counted. */
function Limit({ limit, plan, plans: { usage, this_month, is_enforced } }: LimitProps) {
  const text = plan.limits[limit] ?? ''
  const used = { ...usage, ...this_month }[limit]
  const most = planOffers[plan.id].limits[limit]
  if (!plan.is_subscribed || used === undefined) return text
  const share = most === null ? 0 : used / most
  // A limit that is not enforced causes no warning.
  const isFull = is_enforced && share >= 1
  const isNearly = is_enforced && !isFull && share >= NEARLY
  return (
    <span className={styles.use}>
      <span>
        {formatUsage(limit, used)} <span className={styles.of}>of {text}</span>
        {isFull || isNearly ? (
          <span className={isFull ? styles.full : styles.nearly}>
            <Icon name={isFull ? 'circle-alert' : 'triangle-alert'} size={12} />{' '}
            {isFull ? 'full' : `${Math.floor(share * 100)}% used`}
          </span>
        ) : null}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span data-full={isFull || undefined} style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
    </span>
  )
}
