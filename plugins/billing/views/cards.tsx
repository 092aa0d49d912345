import { QueryView } from '@typecase/content/react/query-view'
import { type Card, listPaymentMethods } from '@typecase/contract/billing'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'
import { Menu, MenuTrigger } from '@typecase/ui/menu'
import { InspectorSection } from '@typecase/ui/split-layout'

import { addCard, removeCard, setDefaultCard } from '../commands/cards.ts'
import { formatCard, formatExpiry } from '../words.ts'
import styles from './billing.module.css'

/** How long before its expiry a card is marked as expiring soon, in ms. */
const SOON = 60 * 24 * 3600 * 1000

/** The user's cards. */
export function Cards() {
  const cards = useApiQuery(listPaymentMethods, {})
  return (
    <InspectorSection
      title="Cards"
      detail={
        <CommandButton command={addCard} variant="quiet">
          Add card
        </CommandButton>
      }
    >
      <QueryView isSmall query={cards} what="cards">
        {({ payment_methods }) =>
          payment_methods.length === 0 ? (
            <p className={styles.about}>
              No card yet. Plans, add-ons and tokens are paid with one.
            </p>
          ) : (
            <ul className={styles.cards} aria-label="Cards">
              {payment_methods.map((card) => (
                <CardRow key={card.id} card={card} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </InspectorSection>
  )
}

function CardRow({ card }: { card: Card }) {
  const args = { payment_method_id: card.id }
  const state = stateOf(card)
  return (
    <li className={styles.card}>
      <span className={styles.number}>
        <span>{formatCard(card)}</span>
        <span className={styles.about}>
          Until {formatExpiry(card)}
          {state ? (
            <span className={styles.warn}>
              <Icon name="triangle-alert" size={12} /> {state}
            </span>
          ) : null}
        </span>
      </span>
      <span className={styles.cardState}>{card.is_default ? 'Default' : null}</span>
      <MenuTrigger>
        <Button variant="quiet" icon="ellipsis" aria-label={`${formatCard(card)}: more`} />
        <Menu aria-label={formatCard(card)}>
          <CommandMenuItem command={setDefaultCard} args={args}>
            Charge this card
          </CommandMenuItem>
          <CommandMenuItem command={removeCard} args={args}>
            Remove card
          </CommandMenuItem>
        </Menu>
      </MenuTrigger>
    </li>
  )
}

function stateOf({ exp_month, exp_year }: Card): string | undefined {
  const end = Date.UTC(exp_year, exp_month)
  if (end <= Date.now()) return 'Expired'
  return end - Date.now() < SOON ? 'Expires soon' : undefined
}
