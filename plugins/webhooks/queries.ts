import type { OutputOf } from '@typecase/contract/endpoint'
import {
  type Delivery,
  type DeliveryState,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  type Webhook,
} from '@typecase/contract/webhooks'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** Deliveries of a page. */
export const PAGE_SIZE = 50
/** Deliveries that one call reads, and has sent again. */
export const MANY = 1000
/** How often the log is read again: while something is about to be sent, and otherwise, ms. */
const SOON_MS = 1000
const LATER_MS = 5000

export const webhooksQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listWebhooks, { query: { slug } }),
  refetchInterval: LATER_MS,
})

export const webhookQuery = (services: Services, slug: string, webhook_id: string) => ({
  ...apiQueryOptions(services, getWebhook, { query: { slug, webhook_id } }),
  refetchInterval: LATER_MS,
})

/** Which deliveries of a webhook are shown. */
export interface Shown {
  readonly state?: DeliveryState | undefined
  readonly search?: string | undefined
  readonly skip?: number | undefined
}

export const deliveriesQuery = (
  services: Services,
  slug: string,
  webhook_id: string,
  { state, search, skip }: Shown = {},
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
  refetchInterval: ({
    state: { data },
  }: {
    state: { data: OutputOf<typeof listDeliveries> | undefined }
  }) => (data?.deliveries.some((one) => one.state === 'waiting') ? SOON_MS : LATER_MS),
})

export const deliveryQuery = (services: Services, slug: string, delivery_id: string) => ({
  ...apiQueryOptions(services, getDelivery, { query: { slug, delivery_id } }),
  refetchInterval: ({
    state: { data },
  }: {
    state: { data: OutputOf<typeof getDelivery> | undefined }
  }) => (data?.delivery.state === 'waiting' ? SOON_MS : LATER_MS),
})

export const readWebhooks = async (services: Services, slug: string): Promise<readonly Webhook[]> =>
  (await services.get(Queries).fetchQuery({ ...webhooksQuery(services, slug), staleTime: 0 }))
    .webhooks

/** @throws Refusal where it is gone */
export async function readWebhook(services: Services, slug: string, id: string): Promise<Webhook> {
  const found = (await readWebhooks(services, slug)).find((one) => one.id === id)
  if (!found) throw new Refusal('This webhook no longer exists.')
  return found
}

/** The newest deliveries of a bucket whose title holds a text. */
export const readDeliveries = async (
  services: Services,
  slug: string,
  search: string,
  signal: AbortSignal,
): Promise<readonly Delivery[]> =>
  (
    await services
      .get(Api)
      .call(
        listDeliveries,
        { query: { slug, limit: PAGE_SIZE, search: search.slice(0, 200) } },
        { signal },
      )
  ).deliveries

/** All deliveries of a webhook that failed and were not delivered since: first those that are tried again anyway. */
export async function readFailed(
  services: Services,
  slug: string,
  webhook_id: string,
  signal: AbortSignal,
): Promise<Delivery[]> {
  const found: Delivery[] = []
  for (const state of ['failed', 'given_up'] as const) {
    for (let skip = 0, total = 1; skip < total; skip += MANY) {
      const query = { slug, webhook_id, state, limit: MANY, skip }
      const page = await services.get(Api).call(listDeliveries, { query }, { signal })
      found.push(...page.deliveries)
      total = page.total
    }
  }
  return found
}

/** After anything was changed or sent: all that shows webhooks asks again. */
export async function refreshWebhooks(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    [listWebhooks.id, getWebhook.id, listDeliveries.id, getDelivery.id].map((id) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  )
}
