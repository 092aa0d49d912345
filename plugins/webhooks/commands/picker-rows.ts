import type { Webhook } from '@typecase/contract/webhooks'
import { ago } from '@typecase/content/ago'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'

import { endpointInWords, eventWords, stateIcons, stateWords } from '../in-words.ts'
import { readDeliveries, readWebhooks } from '../queries.ts'

/** @param reasonOf why one cannot be chosen */
async function rowsOf(
  query: string,
  { services, facts }: AskContext,
  reasonOf: (webhook: Webhook) => string | undefined = () => undefined,
): Promise<PickerRow[]> {
  const all = await readWebhooks(services, bucketSlugOf(facts))
  return all
    .filter(({ title, endpoint }) => holdsWords(`${title} ${endpoint}`, query))
    .map((webhook) => {
      const { id, title, endpoint, is_enabled } = webhook
      const reason = reasonOf(webhook)
      const subtitle = `${endpointInWords(endpoint)}${is_enabled ? '' : ' · Disabled'}`
      const row = { id, value: id, label: title, icon: 'webhook', subtitle }
      return { ...row, ...(reason !== undefined && { reason }) }
    })
}

export const webhookRows = (query: string, context: AskContext) => rowsOf(query, context)

export const enabledRows = (query: string, context: AskContext) =>
  rowsOf(query, context, ({ is_enabled }) => (is_enabled ? undefined : 'It is disabled already.'))

export const disabledRows = (query: string, context: AskContext) =>
  rowsOf(query, context, ({ is_enabled }) => (is_enabled ? 'It is enabled already.' : undefined))

/** Deliveries of all webhooks, newest first. */
export async function deliveryRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const { services, facts, signal } = context
  const slug = bucketSlugOf(facts)
  const [webhooks, deliveries] = await Promise.all([
    readWebhooks(services, slug),
    readDeliveries(services, slug, query, signal),
  ])
  const titles = new Map(webhooks.map(({ id, title }) => [id, title]))
  return deliveries.map(({ id, webhook_id, title, event, state, triggered_at }) => ({
    id,
    value: id,
    label: `${title}: ${eventWords[event].toLowerCase()}`,
    icon: stateIcons[state],
    subtitle: [titles.get(webhook_id) ?? '', stateWords[state], ago(triggered_at)].join(' · '),
  }))
}
