import { hasFailed, QueryFailure, QueryView } from '@typecase/content/react/query-view'
import type { Webhook as WebhookData } from '@typecase/contract/webhooks'
import { isMissing } from '@typecase/plugin-sdk/api-error'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { Icon } from '@typecase/ui/icon'
import { Page, PageHeader } from '@typecase/ui/page'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import {
  copyEndpoint,
  disableWebhook,
  editWebhook,
  enableWebhook,
  redeliverFailed,
  rotateSecret,
  testWebhook,
} from '../commands.ts'
import { webhook as kind, webhookQuery } from '../record.ts'
import { webhookPage, webhookRoute } from '../routes.ts'
import { formatEndpoint, formatEvents } from '../words.ts'
import { Deliveries } from './deliveries.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-form.tsx'
import styles from './webhooks.module.css'

/** A webhook with its deliveries. */
export default function WebhookPage() {
  const { bucketSlug, webhookID } = useRouteParams(webhookRoute)
  const query = useQuery(webhookQuery(useServices(), bucketSlug, webhookID))
  const { data } = query
  useProvideFacts({ [kind.fact]: data ? webhookID : undefined })

  if (hasFailed(query) && !isMissing(query.error))
    return <QueryFailure isPage query={query} what="webhook" />
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
      <QueryView
        query={query}
        what="webhook"
        missing={
          <EmptyState title="There is no such webhook" icon="webhook">
            It was deleted, or belongs to another bucket.
          </EmptyState>
        }
      >
        {({ webhook }) => <Webhook key={webhookID} bucketSlug={bucketSlug} webhook={webhook} />}
      </QueryView>
    </Page>
  )
}

function Webhook({ bucketSlug, webhook }: { bucketSlug: string; webhook: WebhookData }) {
  const { open, ...filter } = useRouteSearch(webhookRoute)
  const { go } = useService(Navigation)
  const [secret, setSecret] = useState<string>()
  const { id: webhookID } = webhook
  usePageHandle(
    webhookPage,
    useMemo(() => ({ webhookID, showSecret: setSecret }), [webhookID]),
  )
  const close = () =>
    void go(webhookRoute, { params: { bucketSlug, webhookID }, search: filter, isReplace: true })
  return (
    <>
      <Summary webhook={webhook} />
      <Deliveries bucketSlug={bucketSlug} webhook={webhook} />
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

/** The endpoint and events of a webhook, and whether it is enabled. */
function Summary({ webhook }: { webhook: WebhookData }) {
  const { id, endpoint, object_types, is_enabled, disabled_reason } = webhook
  const args = kind.argsOf(id)
  return (
    <>
      <p className={styles.address}>
        <code className={styles.endpoint}>{formatEndpoint(endpoint)}</code>
        <CommandButton command={copyEndpoint} args={args} variant="quiet" isIconOnly />
        <span>{formatEvents(webhook)}</span>
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
