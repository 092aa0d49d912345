import { QueryView } from '@typecase/content/react/query-view'
import { listSubscriptions } from '@typecase/contract/billing'
import { describePurchase, formatMoney, type PaidSubscription } from '@typecase/contract/plans'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { InspectorSection } from '@typecase/ui/split-layout'

import { endSubscription } from '../commands/plans.ts'
import { formatInvoiceDay, titleOfSubscription } from '../words.ts'
import styles from './billing.module.css'

/** The plans paid with the user's cards, even if the user is no longer a member. */
export function Subscriptions() {
  const query = useApiQuery(listSubscriptions, {})
  return (
    <InspectorSection title="What you pay for">
      <QueryView isSmall query={query} what="plans">
        {({ subscriptions }) =>
          subscriptions.length === 0 ? (
            <p className={styles.about}>Your cards do not pay for any plan.</p>
          ) : (
            <ul className={styles.cards} aria-label="What you pay for">
              {subscriptions.map((subscription) => (
                <Row key={subscription.id} subscription={subscription} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </InspectorSection>
  )
}

function Row({ subscription }: { subscription: PaidSubscription }) {
  const { now, next, renewal, period_end, status, id } = subscription
  return (
    <li className={styles.card}>
      <span className={styles.number}>
        <span>{titleOfSubscription(subscription)}</span>
        <span className={styles.about}>{describePurchase(renewal > 0 ? (next ?? now) : now)}</span>
        <span className={styles.about}>
          {status === 'past_due'
            ? 'The last renewal is not paid'
            : renewal > 0
              ? `${formatMoney(renewal)} on ${formatInvoiceDay(period_end)}`
              : `Paid until ${formatInvoiceDay(period_end)}, then it ends`}
        </span>
      </span>
      {renewal > 0 ? (
        <span className={styles.cardState}>
          <CommandButton command={endSubscription} args={{ place_id: id }} variant="quiet" isPlain>
            Stop{' '}
            <span className={styles.hidden}>paying for {titleOfSubscription(subscription)}</span>
          </CommandButton>
        </span>
      ) : null}
    </li>
  )
}
