import { formatMoney, type Interval, type ListedAddOn, type Plans } from '@typecase/contract/plans'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { Icon } from '@typecase/ui/icon'

import { addAddOn, removeAddOn } from '../commands/plans.ts'
import { formatInvoiceDay } from '../words.ts'
import type { BillingScope } from '../billing-scope.ts'
import styles from './billing.module.css'

interface AddOnsProps {
  readonly plans: Plans
  readonly interval: Interval
  readonly scope: BillingScope
}

/** The add-ons, with the bundle of all of them first. */
export function AddOns({ plans, interval, scope }: AddOnsProps) {
  const where = plans.place.resource
  return (
    <section className={styles.addOns} aria-label="Add-ons">
      <header>
        <h2>Add-ons</h2>
        <p>
          {where === 'workspace'
            ? 'For all projects in this workspace, billed with the plan'
            : 'For this project, billed with the plan'}
        </p>
      </header>
      <ul>
        {plans.add_ons.map((addOn) => (
          <AddOnRow key={addOn.id} addOn={addOn} plans={plans} interval={interval} scope={scope} />
        ))}
      </ul>
    </section>
  )
}

function AddOnRow({ addOn, plans, interval, scope }: AddOnsProps & { addOn: ListedAddOn }) {
  const { id, title, description, pricing, state } = addOn
  const args = { resource: plans.place.resource, resource_id: plans.place.id, add_on: id }
  const disabledReason =
    plans.place.resource === scope.resource
      ? undefined
      : `This project is billed with its workspace “${plans.place.title}”.`
  return (
    <li className={styles.addOn} data-bundle={id === 'bundle' || undefined}>
      <div>
        <h3>{title}</h3>
        <p>{id === 'bundle' ? describeBundle(plans, interval) : description}</p>
      </div>
      <span className={styles.addOnPrice}>
        {state === 'coming' ? null : (
          <>
            <b>{formatMoney(pricing[interval])}</b> a {interval}
          </>
        )}
      </span>
      {state === 'bundled' ? (
        <span className={styles.on}>
          <Icon name="check" size={14} /> In the bundle
        </span>
      ) : state === 'coming' ? (
        <span className={styles.coming}>In a later version</span>
      ) : state === 'active' ? (
        <span className={styles.on}>
          <Icon name="check" size={14} /> Active
          <CommandButton
            command={removeAddOn}
            args={args}
            variant="quiet"
            disabledReason={disabledReason}
            isPlain
          >
            Remove<span className={styles.hidden}> {title}</span>
          </CommandButton>
        </span>
      ) : (
        <span className={styles.on}>
          {state === 'ends' && plans.subscription
            ? `Until ${formatInvoiceDay(plans.subscription.period_end)}`
            : null}
          <CommandButton command={addAddOn} args={args} disabledReason={disabledReason} isPlain>
            {state === 'ends' ? 'Keep' : 'Add'}
            <span className={styles.hidden}> {title}</span>
          </CommandButton>
        </span>
      )}
    </li>
  )
}

function describeBundle({ add_ons }: Plans, interval: Interval): string {
  const sum = (all: readonly ListedAddOn[]) =>
    all.reduce((at, one) => at + one.pricing[interval], 0)
  const isBundle = ({ id }: ListedAddOn) => id === 'bundle'
  const activeAddOns = add_ons.filter(
    (one) => !isBundle(one) && (one.state === 'active' || one.state === 'ends'),
  )
  const more = sum(add_ons.filter(isBundle)) - sum(activeAddOns)
  const words = 'All add-ons, including future ones.'
  if (activeAddOns.length === 0) return words
  return more > 0
    ? `${words} It costs ${formatMoney(more)} more than you pay now.`
    : `${words} It costs ${formatMoney(-more)} less than you pay now.`
}
