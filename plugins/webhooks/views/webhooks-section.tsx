import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { RecordRows } from '@typecase/content/react/record-rows'
import type { Webhook } from '@typecase/contract/webhooks'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { FormActions, FormSection } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { RowActions, RowName } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { StatusBadge } from '@typecase/ui/status-badge'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import {
  addWebhook,
  deleteWebhook,
  disableWebhook,
  editWebhook,
  enableWebhook,
  testWebhook,
} from '../commands.ts'
import { webhook as kind, webhooksQuery } from '../record.ts'
import { webhookRoute, webhooksPage } from '../routes.ts'
import { describeLastDelivery, formatEndpoint, formatEvents } from '../words.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-form.tsx'
import styles from './webhooks.module.css'

/** The webhooks of the bucket, in its settings. Enter opens the deliveries of a webhook. */
export default function WebhooksSection({ bucketSlug }: { bucketSlug: string }) {
  const query = useQuery(webhooksQuery(useServices(), bucketSlug))
  const { data } = query
  const { go } = useService(Navigation)
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<{ webhook: Webhook; secret: string }>()
  // Users who may not see webhooks may not add one either.
  const isVisible = data !== undefined
  usePageHandle(
    webhooksPage,
    useMemo(() => (isVisible ? { add: () => setAdding(true) } : undefined), [isVisible]),
  )
  useProvideFacts({ 'list.creates': addWebhook.id })

  if (hasFailed(query)) return <QueryFailure isPage query={query} what="webhooks" />
  return (
    <FormSection
      title="Webhooks"
      description="Each webhook calls your endpoint when objects or media change."
    >
      {!data ? (
        <SkeletonRows label="webhooks" count={3} />
      ) : data.webhooks.length === 0 ? (
        <EmptyState
          title="No webhooks yet"
          icon="webhook"
          action={<CommandButton command={addWebhook} variant="primary" />}
        >
          A webhook tells your service what changed, so that it can rebuild a site, fill a search
          index or clear a cache. Failed calls are retried for a day.
        </EmptyState>
      ) : (
        <>
          <Rows bucketSlug={bucketSlug} webhooks={data.webhooks} />
          <FormActions>
            <CommandButton command={addWebhook} />
          </FormActions>
        </>
      )}
      <WebhookDialog
        bucketSlug={bucketSlug}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onDone={(webhook, secret) => {
          setAdding(false)
          if (secret !== undefined) setCreated({ webhook, secret })
        }}
      />
      <SecretDialog
        title={created?.webhook.title ?? ''}
        secret={created?.secret}
        onClose={() => {
          const id = created?.webhook.id
          setCreated(undefined)
          if (id !== undefined) void go(webhookRoute, { params: { bucketSlug, webhookID: id } })
        }}
      />
    </FormSection>
  )
}

interface RowsProps {
  bucketSlug: string
  webhooks: readonly Webhook[]
}

function Rows({ bucketSlug, webhooks }: RowsProps) {
  const { href } = useService(Navigation)
  return (
    <RecordRows record={kind} items={webhooks} aria-label="Webhooks" creates={addWebhook.id}>
      {(webhook, { opener, button }) => (
        <>
          <RowName
            details={
              <>
                <code className={styles.endpoint}>{formatEndpoint(webhook.endpoint)}</code>
                <span>{formatEvents(webhook)}</span>
              </>
            }
          >
            <Link
              {...opener}
              href={href(webhookRoute, { params: { bucketSlug, webhookID: webhook.id } })}
              variant="quiet"
            >
              {webhook.title}
            </Link>
          </RowName>
          <span className={styles.facts}>
            <StatusBadge status={webhook.is_enabled ? 'published' : 'neutral'}>
              {webhook.is_enabled ? 'Enabled' : 'Disabled'}
            </StatusBadge>
            <span className={styles.last}>{describeLastDelivery(webhook)}</span>
          </span>
          <RowActions>
            {[
              testWebhook,
              editWebhook,
              webhook.is_enabled ? disableWebhook : enableWebhook,
              deleteWebhook,
            ].map((command) => (
              <CommandButton key={command.id} {...button} command={command} isIconOnly />
            ))}
          </RowActions>
        </>
      )}
    </RecordRows>
  )
}
