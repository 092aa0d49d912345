import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import type { Webhook } from '@typecase/contract/webhooks'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { FormActions, FormSection } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { Row, RowActions, RowList, RowName } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { StatusBadge } from '@typecase/ui/status-badge'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import '../facts.ts'
import {
  addWebhook,
  deleteWebhook,
  disableWebhook,
  editWebhook,
  enableWebhook,
  testWebhook,
} from '../commands/webhooks.ts'
import { endpointInWords, eventsInWords, lastInWords } from '../in-words.ts'
import { webhooksPage } from '../page-handles.ts'
import { webhooksQuery } from '../queries.ts'
import { webhookRoute } from '../routes.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import styles from './webhooks.module.css'

/** The section of the settings: the webhooks of the bucket. Enter goes to the deliveries of one. */
export default function WebhooksSection({ bucketSlug }: { bucketSlug: string }) {
  const query = useQuery(webhooksQuery(useServices(), bucketSlug))
  const { data } = query
  const { go } = useService(Navigation)
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<{ webhook: Webhook; secret: string }>()
  // Once it is known that they may be seen: the form is of those who may change them.
  const isThere = data !== undefined
  usePageHandle(
    webhooksPage,
    useMemo(() => (isThere ? { add: () => setAdding(true) } : undefined), [isThere]),
  )
  useProvideFacts({ 'list.creates': addWebhook.id })

  if (hasFailed(query)) return <QueryFailure isPage query={query} what="webhooks" />
  return (
    <FormSection
      title="Webhooks"
      description="Each calls an endpoint of yours when objects or media change."
    >
      {!data ? (
        <SkeletonRows label="webhooks" count={3} />
      ) : data.webhooks.length === 0 ? (
        <EmptyState
          title="No webhooks yet"
          icon="webhook"
          action={<CommandButton command={addWebhook} variant="primary" />}
        >
          A webhook tells a service of yours what changed: to build a site anew, fill a search index
          or clear a cache. What fails is tried again for a day.
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
          if (secret !== undefined) setMade({ webhook, secret })
        }}
      />
      <SecretDialog
        title={made?.webhook.title ?? ''}
        secret={made?.secret}
        onClose={() => {
          const id = made?.webhook.id
          setMade(undefined)
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

/** The rows; commands of the palette are about the one that the keyboard is on. */
function Rows({ bucketSlug, webhooks }: RowsProps) {
  const { href } = useService(Navigation)
  const { list, currentID, isTabStop } = useListKeys(
    webhooks.map(({ id }) => id),
    { creates: addWebhook.id },
  )
  useProvideFacts({ 'webhooks.webhook': currentID })
  return (
    <RowList list={list} aria-label="Webhooks">
      {webhooks.map((webhook) => {
        const { id, title, endpoint, is_enabled } = webhook
        const button = {
          args: { webhook_id: id },
          variant: 'quiet',
          isIconOnly: true,
          excludeFromTabOrder: !isTabStop(id),
        } as const
        return (
          <Row key={id} isCurrent={id === currentID}>
            <RowName
              details={
                <>
                  <code className={styles.endpoint}>{endpointInWords(endpoint)}</code>
                  <span>{eventsInWords(webhook)}</span>
                </>
              }
            >
              <Link
                href={href(webhookRoute, { params: { bucketSlug, webhookID: id } })}
                variant="quiet"
                data-row={id}
                excludeFromTabOrder={!isTabStop(id)}
              >
                {title}
              </Link>
            </RowName>
            <span className={styles.facts}>
              {is_enabled ? (
                <StatusBadge status="published">Enabled</StatusBadge>
              ) : (
                <StatusBadge status="neutral">Disabled</StatusBadge>
              )}
              <span className={styles.last}>{lastInWords(webhook)}</span>
            </span>
            <RowActions>
              <CommandButton {...button} command={testWebhook} />
              <CommandButton {...button} command={editWebhook} />
              <CommandButton {...button} command={is_enabled ? disableWebhook : enableWebhook} />
              <CommandButton {...button} command={deleteWebhook} />
            </RowActions>
          </Row>
        )
      })}
    </RowList>
  )
}
