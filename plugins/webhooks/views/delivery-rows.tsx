import type { Delivery, DeliveryState } from '@typecase/contract/webhooks'
import { ago } from '@typecase/content/ago'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Chip } from '@typecase/ui/chip'
import { Icon } from '@typecase/ui/icon'
import { Link } from '@typecase/ui/link'
import { Row, RowActions, RowList, RowName } from '@typecase/ui/row-list'
import { Time } from '@typecase/ui/time'

import { redeliver } from '../commands/deliveries.ts'
import { attemptInWords, eventWords, nextInWords, stateIcons, stateWords } from '../in-words.ts'
import { webhookRoute } from '../routes.ts'
import styles from './webhooks.module.css'

interface DeliveryRowsProps {
  bucketSlug: string
  webhookID: string
  deliveries: readonly Delivery[]
}

/** The rows; commands of the palette are about the one that is open, or that the keyboard is on. */
export function DeliveryRows({ bucketSlug, webhookID, deliveries }: DeliveryRowsProps) {
  const search = useRouteSearch(webhookRoute)
  const { href } = useService(Navigation)
  const { list, currentID, isTabStop } = useListKeys(
    deliveries.map(({ id }) => id),
    { initialID: search.delivery },
  )
  useProvideFacts({ 'webhooks.delivery': search.delivery ?? currentID })
  const { open: _, ...shown } = search
  return (
    <RowList list={list} aria-label="Deliveries">
      {deliveries.map((delivery) => {
        const { id, title, event, state, triggered_at } = delivery
        return (
          <Row key={id} isCurrent={id === currentID}>
            <State state={state} />
            <RowName details={whatCame(delivery)}>
              <Link
                href={href(webhookRoute, {
                  params: { bucketSlug, webhookID },
                  search: { ...shown, delivery: id },
                })}
                variant="quiet"
                data-row={id}
                excludeFromTabOrder={!isTabStop(id)}
                aria-label={`${title}, ${eventWords[event].toLowerCase()}, ${stateWords[state].toLowerCase()}`}
              >
                {title}
              </Link>
            </RowName>
            <Chip>{eventWords[event]}</Chip>
            <time className={styles.time} dateTime={triggered_at}>
              {ago(triggered_at)}
            </time>
            <RowActions>
              <CommandButton
                command={redeliver}
                args={{ delivery_ids: [id] }}
                variant="quiet"
                isIconOnly
                excludeFromTabOrder={!isTabStop(id)}
              />
            </RowActions>
          </Row>
        )
      })}
    </RowList>
  )
}

/** `Answered 500 in 12 ms · 3 attempts · again in 5 min` */
function whatCame(delivery: Delivery): string {
  const { attempts, status, problem, duration } = delivery
  if (attempts === 0) return problem ?? 'Not sent yet'
  return [
    attemptInWords({ status, problem, duration: duration ?? 0 }),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    nextInWords(delivery, Date.now()) ?? '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A word and an icon: colour never says it alone. */
export function State({ state }: { state: DeliveryState }) {
  return (
    <span className={styles.state} data-state={state}>
      <Icon name={stateIcons[state]} size={14} />
      {stateWords[state]}
    </span>
  )
}

/** The very moment. */
export const Moment = ({ at }: { at: string }) => <Time value={at} />
