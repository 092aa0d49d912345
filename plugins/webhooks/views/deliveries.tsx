import {
  type Delivery,
  deliveryStates,
  type DeliveryState as State,
  type Webhook,
} from '@typecase/contract/webhooks'
import { formatAge } from '@typecase/content/words/age'
import { PagedList } from '@typecase/content/react/paged-list'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Chip } from '@typecase/ui/chip'
import { EmptyState } from '@typecase/ui/empty-state'
import { Link } from '@typecase/ui/link'
import { Row, RowActions, RowList, RowName } from '@typecase/ui/row-list'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { TextField } from '@typecase/ui/text-field'
import { useQuery } from '@tanstack/react-query'

import { redeliver, testWebhook } from '../commands.ts'
import { deliveriesQuery, PAGE_SIZE } from '../record.ts'
import { webhookRoute } from '../routes.ts'
import { describeAttempt, describeNextAttempt, eventLabels, stateLabels } from '../words.ts'
import { DeliveryDialog, DeliveryState } from './delivery-dialog.tsx'
import styles from './webhooks.module.css'

const filters = [
  { id: 'all' as const, label: 'All' },
  ...deliveryStates.map((id) => ({ id, label: stateLabels[id] })),
]

/** The log of a webhook: filters, rows, pages and the open delivery. */
export function Deliveries({ bucketSlug, webhook }: { bucketSlug: string; webhook: Webhook }) {
  const { state, search, skip, delivery } = useRouteSearch(webhookRoute)
  const { go } = useService(Navigation)
  const listSearch = { state, search, skip }
  const query = useQuery(deliveriesQuery(useServices(), bucketSlug, webhook.id, listSearch))

  /** Shows another part of the log. Back returns to the previous page, and does not undo each typed letter. */
  function show(part: { state?: State; search?: string; skip?: number; delivery?: string }) {
    const params = { bucketSlug, webhookID: webhook.id }
    void go(webhookRoute, { params, search: part, isReplace: true })
  }
  const filter = { ...(state && { state }), ...(search && { search }) }

  return (
    <section aria-label="Deliveries" className={styles.log}>
      <div className={styles.filters}>
        <SegmentedControl
          aria-label="State"
          segments={filters}
          value={state ?? 'all'}
          onChange={(next) =>
            show({ ...(next !== 'all' && { state: next }), ...(search && { search }) })
          }
        />
        <TextField
          aria-label="Search deliveries"
          placeholder="Title"
          prefix="search"
          type="search"
          isSmall
          value={search ?? ''}
          onChange={(next) => show({ ...(state && { state }), ...(next && { search: next }) })}
        />
      </div>
      <PagedList
        query={query}
        what="deliveries"
        skip={skip ?? 0}
        size={PAGE_SIZE}
        onSkip={(next) => show({ ...filter, ...(next > 0 && { skip: next }) })}
        empty={
          state || search ? (
            <EmptyState
              title="No such delivery"
              icon="webhook"
              action={<Button onPress={() => show({})}>Show all</Button>}
            >
              No delivery of this webhook has that state and title.
            </EmptyState>
          ) : (
            <EmptyState
              title="No deliveries yet"
              icon="webhook"
              action={<CommandButton command={testWebhook} />}
            >
              Each delivery appears here with its request and your endpoint’s response. Tests are
              not logged.
            </EmptyState>
          )
        }
      >
        {({ deliveries }) => (
          <DeliveryRows {...{ bucketSlug, deliveries }} webhookID={webhook.id} />
        )}
      </PagedList>
      <DeliveryDialog
        bucketSlug={bucketSlug}
        deliveryID={delivery}
        onClose={() => show({ ...filter, ...(skip && { skip }) })}
      />
    </section>
  )
}

interface DeliveryRowsProps {
  bucketSlug: string
  webhookID: string
  deliveries: readonly Delivery[]
}

/** The rows. Commands of the palette apply to the open delivery, or to the row with the keyboard focus. */
function DeliveryRows({ bucketSlug, webhookID, deliveries }: DeliveryRowsProps) {
  const search = useRouteSearch(webhookRoute)
  const { href } = useService(Navigation)
  const { list, currentID, isTabStop } = useListKeys(
    deliveries.map(({ id }) => id),
    { initialID: search.delivery },
  )
  useProvideFacts({ 'webhooks.delivery': search.delivery ?? currentID })
  const { open: _, ...filter } = search
  return (
    <RowList list={list} aria-label="Deliveries">
      {deliveries.map((delivery) => {
        const { id, title, event, state, triggered_at } = delivery
        return (
          <Row key={id} isCurrent={id === currentID}>
            <DeliveryState state={state} />
            <RowName details={describeResult(delivery)}>
              <Link
                href={href(webhookRoute, {
                  params: { bucketSlug, webhookID },
                  search: { ...filter, delivery: id },
                })}
                variant="quiet"
                data-row={id}
                excludeFromTabOrder={!isTabStop(id)}
                aria-label={`${title}, ${eventLabels[event].toLowerCase()}, ${stateLabels[state].toLowerCase()}`}
              >
                {title}
              </Link>
            </RowName>
            <Chip>{eventLabels[event]}</Chip>
            <time className={styles.time} dateTime={triggered_at}>
              {formatAge(triggered_at)}
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

/** Describes the result: `Answered 500 in 12 ms · 3 attempts · again in 5 min`. */
function describeResult(delivery: Delivery): string {
  const { attempts, status, problem, duration } = delivery
  if (attempts === 0) return problem ?? 'Not sent yet'
  return [
    describeAttempt({ status, problem, duration: duration ?? 0 }),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    describeNextAttempt(delivery, Date.now()) ?? '',
  ]
    .filter(Boolean)
    .join(' · ')
}
