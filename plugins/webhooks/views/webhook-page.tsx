import { hasFailed, QueryFailure, QueryView } from '@typecase/content/react/query-view'
import { deliveryStates, type DeliveryState, type Webhook } from '@typecase/contract/webhooks'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { Icon } from '@typecase/ui/icon'
import { Page, PageHeader } from '@typecase/ui/page'
import { Pager } from '@typecase/ui/pager'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { TextField } from '@typecase/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import '../facts.ts'
import { redeliverFailed } from '../commands/deliveries.ts'
import {
  copyEndpoint,
  disableWebhook,
  editWebhook,
  enableWebhook,
  rotateSecret,
  testWebhook,
} from '../commands/webhooks.ts'
import { endpointInWords, eventsInWords, stateWords } from '../in-words.ts'
import { webhookPage } from '../page-handles.ts'
import { deliveriesQuery, PAGE_SIZE, webhookQuery } from '../queries.ts'
import { webhookRoute } from '../routes.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryRows } from './delivery-rows.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import styles from './webhooks.module.css'

/** One webhook and its deliveries. */
export default function WebhookPage() {
  const { bucketSlug, webhookID } = useRouteParams(webhookRoute)
  const query = useQuery(webhookQuery(useServices(), bucketSlug, webhookID))
  const { data, error } = query
  useProvideFacts({ 'webhooks.webhook': data ? webhookID : undefined })

  if (isApiError(error, 'not_found')) {
    return (
      <Page>
        <PageHeader title="Webhook" />
        <EmptyState title="There is no such webhook" icon="webhook">
          It was deleted, or is one of another bucket.
        </EmptyState>
      </Page>
    )
  }
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="webhook" />
  return (
    <Page>
      <PageHeader title={data?.webhook.title ?? 'Webhook'}>
        {data ? (
          <>
            <CommandButton command={testWebhook}>Send test</CommandButton>
            <CommandButton command={editWebhook}>Edit</CommandButton>
          </>
        ) : null}
      </PageHeader>
      {data ? (
        <Loaded key={webhookID} bucketSlug={bucketSlug} webhook={data.webhook} />
      ) : (
        <SkeletonRows label="deliveries" />
      )}
    </Page>
  )
}

interface LoadedProps {
  bucketSlug: string
  webhook: Webhook
}

function Loaded({ bucketSlug, webhook }: LoadedProps) {
  const { open, ...shown } = useRouteSearch(webhookRoute)
  const { go } = useService(Navigation)
  const [secret, setSecret] = useState<string>()
  const { id: webhookID } = webhook
  usePageHandle(
    webhookPage,
    useMemo(() => ({ webhookID, showSecret: setSecret }), [webhookID]),
  )
  const close = () =>
    void go(webhookRoute, { params: { bucketSlug, webhookID }, search: shown, isReplace: true })
  return (
    <>
      <Facts webhook={webhook} />
      <Log bucketSlug={bucketSlug} webhook={webhook} />
      <WebhookDialog
        bucketSlug={bucketSlug}
        webhook={webhook}
        isOpen={open === 'edit'}
        onClose={close}
        onDone={close}
      />
      <SecretDialog
        title={webhook.title}
        secret={secret}
        isRotated
        onClose={() => setSecret(undefined)}
      />
    </>
  )
}

/** Where it calls, about what, and whether it does. */
function Facts({ webhook }: { webhook: Webhook }) {
  const { id, endpoint, object_types, is_enabled, disabled_reason } = webhook
  const args = { webhook_id: id }
  return (
    <>
      <p className={styles.address}>
        <code className={styles.endpoint}>{endpointInWords(endpoint)}</code>
        <CommandButton command={copyEndpoint} args={args} variant="quiet" isIconOnly />
        <span>{eventsInWords(webhook)}</span>
        {object_types.length === 0 ? null : <span>of {object_types.join(', ')}</span>}
      </p>
      <div className={styles.bar}>
        {is_enabled ? (
          <CommandButton command={disableWebhook} args={args}>
            Disable
          </CommandButton>
        ) : null}
        <CommandButton command={rotateSecret} args={args}>
          Rotate signing secret
        </CommandButton>
        <CommandButton command={redeliverFailed} args={args} />
      </div>
      {is_enabled ? null : (
        <div role="status" className={styles.disabled}>
          <Icon name="ban" size={14} />
          <span>This webhook is disabled and is not called. {disabled_reason ?? ''}</span>
          <CommandButton command={enableWebhook} args={args}>
            Enable
          </CommandButton>
        </div>
      )}
    </>
  )
}

const filters = [
  { id: 'all' as const, label: 'All' },
  ...deliveryStates.map((id) => ({ id, label: stateWords[id] })),
]

function Log({ bucketSlug, webhook }: LoadedProps) {
  const { state, search, skip, delivery } = useRouteSearch(webhookRoute)
  const { go } = useService(Navigation)
  const shown = { state, search, skip }
  const query = useQuery(deliveriesQuery(useServices(), bucketSlug, webhook.id, shown))
  const { data, error, refetch, isFetching } = query

  /** Shows another part of the log; Back leads to the page before, not through each letter. */
  function show(part: {
    state?: DeliveryState
    search?: string
    skip?: number
    delivery?: string
  }) {
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
      {!data ? (
        <QueryView query={query} what="deliveries" />
      ) : (
        <>
          {error ? (
            <div role="alert" className={styles.outdated}>
              <Icon name="triangle-alert" size={14} />
              <span>This list could not be updated. {error.message}</span>
              <Button isPending={isFetching} onPress={() => void refetch()}>
                Retry
              </Button>
            </div>
          ) : null}
          {data.deliveries.length > 0 ? (
            <DeliveryRows
              bucketSlug={bucketSlug}
              webhookID={webhook.id}
              deliveries={data.deliveries}
            />
          ) : state || search ? (
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
              Each event that this webhook is called for appears here, with the request and what
              your endpoint answered. A test does not stand here.
            </EmptyState>
          )}
          <Pager
            skip={skip ?? 0}
            size={PAGE_SIZE}
            total={data.total}
            onChange={(next) => show({ ...filter, ...(next > 0 && { skip: next }) })}
          />
        </>
      )}
      <DeliveryDialog
        bucketSlug={bucketSlug}
        deliveryID={delivery}
        onClose={() => show({ ...filter, ...(skip && { skip }) })}
      />
    </section>
  )
}
