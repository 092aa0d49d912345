import { createHmac } from 'node:crypto'

import type { BodyOf } from '@typecase/contract/endpoint'
import {
  addWebhook,
  type Delivery,
  type DeliveryState,
  getDelivery,
  getWebhook,
  listDeliveries,
  type updateWebhook,
  type Webhook,
} from '@typecase/contract/webhooks'
import { afterAll, beforeAll, beforeEach } from 'vitest'

import { addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import {
  bodyOf,
  type Received,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../testing/webhook-receiver.ts'

export type Data = BodyOf<typeof updateWebhook>['data']

interface Bed {
  server: TestServer
  receiver: WebhookReceiver
  owner: Owner
}

/** Starts a server that may reach a receiver on this machine. Each test gets a new bucket with the type `posts`. */
export function prepareWebhooks() {
  const clock = createTestClock()
  const bed = {} as Bed
  beforeAll(async () => {
    bed.receiver = await startWebhookReceiver()
    bed.server = await startTestServer({}, { clock, addresses: bed.receiver.addresses })
  })
  afterAll(async () => {
    await bed.server.remove()
    bed.receiver.close()
  })
  beforeEach(async () => {
    bed.receiver.answer = undefined
    bed.receiver.received.length = 0
    bed.owner = await addOwner(bed.server)
    await addType(bed.server, bed.owner, 'posts', [{ key: 'note', type: 'text' }])
  })
  const slug = () => bed.owner.bucket.slug

  const add = async (data: Data = {}) => {
    const sample = {
      title: 'Hook',
      endpoint: `${bed.receiver.url}/hook`,
      resource: 'objects' as const,
    }
    const events = ['created' as const]
    const body = { slug: slug(), data: { ...sample, events, ...data } }
    return (await bed.server.call(addWebhook, { body }, bed.owner)).ok()
  }

  const deliveries = async (state?: DeliveryState): Promise<readonly Delivery[]> => {
    const query = { slug: slug(), ...(state && { state }) }
    return (await bed.server.call(listDeliveries, { query }, bed.owner)).ok().deliveries
  }

  return {
    bed,
    clock,
    slug,
    add,
    deliveries,

    get: async ({ id: webhook_id }: Pick<Webhook, 'id'>) =>
      (await bed.server.call(getWebhook, { query: { slug: slug(), webhook_id } }, bed.owner)).ok()
        .webhook,

    delivery: async (delivery_id: string) =>
      (await bed.server.call(getDelivery, { query: { slug: slug(), delivery_id } }, bed.owner)).ok()
        .delivery,

    /** Waits for at least `count` requests, and returns all that were received. */
    async received(count: number): Promise<readonly Received[]> {
      return waitFor(
        () => {
          bed.server.app.webhooks.wake()
          return bed.receiver.received
        },
        (all) => all.length >= count,
      )
    },

    /** Waits until there are `count` deliveries and all have the state, and returns them, newest first. */
    all: (state: DeliveryState, count = 1) =>
      waitFor(
        () => {
          bed.server.app.webhooks.wake()
          return deliveries()
        },
        (rows) => rows.length === count && rows.every((row) => row.state === state),
      ),
  }
}

/** Formats each request briefly: `created One`. */
export const inShort = (received: readonly Received[]) =>
  received.map((one) => {
    const { event, data } = bodyOf(one)
    return `${event} ${String(data.object?.['title'] ?? data.media?.['title'])}`
  })

/** Whether one of the signatures was made with a secret, according to Standard Webhooks. */
export function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const text = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const target = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(target)
}
