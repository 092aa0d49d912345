import type { OutputOf } from '@typecase/contract/endpoint'
import {
  type DeliveryState,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  type Webhook,
} from '@typecase/contract/webhooks'
import { defineRecord } from '@typecase/content/record/define-record'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { FactDeclaration } from '@typecase/plugin-sdk/facts'
import type { Services } from '@typecase/plugin-sdk/token'
import { and, can, has } from '@typecase/plugin-sdk/when'

import { formatEndpoint } from './words.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the webhook on the page, or of the row with the keyboard focus. */
    'webhooks.webhook': string
    /** Id of the open delivery, or of the row with the keyboard focus. */
    'webhooks.delivery': string
  }
}

/** Deliveries per page. */
export const PAGE_SIZE = 50
/** Polling intervals of the log: while a delivery is waiting, and otherwise. */
const POLL_WHILE_WAITING_MS = 1000
const POLL_MS = 5000

export const webhooksQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listWebhooks, { query: { slug } }),
  refetchInterval: POLL_MS,
})

export const webhook = defineRecord({
  noun: 'webhook',
  icon: 'webhook',
  group: 'Webhooks',
  when: and(has('route.bucketSlug'), can('webhooks:write')),
  arg: 'webhook_id',
  fact: 'webhooks.webhook',
  query: webhooksQuery,
  items: ({ webhooks }): readonly Webhook[] => webhooks,
  row: ({ title, endpoint, is_enabled }) => ({
    label: title,
    subtitle: `${formatEndpoint(endpoint)}${is_enabled ? '' : ' · Disabled'}`,
  }),
  endpoints: [listWebhooks, getWebhook, listDeliveries, getDelivery],
})

export const facts: readonly FactDeclaration[] = [
  webhook.factDeclaration,
  {
    key: 'webhooks.delivery',
    title: 'a delivery is current',
    missing: 'Go to a delivery of a webhook first.',
  },
]

export const webhookQuery = (services: Services, slug: string, webhook_id: string) => ({
  ...apiQueryOptions(services, getWebhook, { query: { slug, webhook_id } }),
  refetchInterval: POLL_MS,
})

/** The filter and page of a webhook's deliveries. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined
  readonly search?: string | undefined
  readonly skip?: number | undefined
}

interface QueryState<Data> {
  readonly state: { readonly data: Data | undefined }
}

export const deliveriesQuery = (
  services: Services,
  slug: string,
  webhook_id: string,
  { state, search, skip }: DeliveryFilter,
) => ({
  ...apiQueryOptions(services, listDeliveries, {
    query: {
      slug,
      webhook_id,
      limit: PAGE_SIZE,
      ...(state !== undefined && { state }),
      ...(search && { search: search.slice(0, 200) }),
      ...(skip && { skip }),
    },
  }),
  refetchInterval: ({ state: { data } }: QueryState<OutputOf<typeof listDeliveries>>) =>
    data?.deliveries.some((one) => one.state === 'waiting') ? POLL_WHILE_WAITING_MS : POLL_MS,
})

export const deliveryQuery = (services: Services, slug: string, delivery_id: string) => ({
  ...apiQueryOptions(services, getDelivery, { query: { slug, delivery_id } }),
  refetchInterval: ({ state: { data } }: QueryState<OutputOf<typeof getDelivery>>) =>
    data?.delivery.state === 'waiting' ? POLL_WHILE_WAITING_MS : POLL_MS,
})
