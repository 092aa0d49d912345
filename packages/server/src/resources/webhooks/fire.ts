import { newId } from '@typecase/contract/ids'
import type { WebhookEvent, WebhookResource } from '@typecase/contract/webhooks'

import type { Clock } from '../../clock.ts'
import { prepared } from '../../database/prepared.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { ContentChange } from './content-change.ts'
import './tables.ts'

/** Collects the webhook events of a write. */
export interface WebhookBatch {
  add(change: ContentChange): void
  /** Adds deliveries of the collected changes to the outbox, in the same write. */
  fire(): Promise<void>
}

const listening = prepared((db, of: { bucketId: string; resource: WebhookResource }) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'events', 'object_types'])
    .where('bucket_id', '=', of.bucketId)
    .where('resource', '=', of.resource)
    .where('is_enabled', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id'),
)

interface NewDelivery {
  bucket_id: string
  id: string
  webhook_id: string
  event: WebhookEvent
  item_id: string
  title: string
  item: string
  item_rev: number | null
  now: number
}

const insertDelivery = prepared((db, row: NewDelivery) =>
  db.insertInto('webhook_deliveries').values({
    bucket_id: row.bucket_id,
    id: row.id,
    webhook_id: row.webhook_id,
    event: row.event,
    item_id: row.item_id,
    title: row.title,
    item: row.item,
    item_rev: row.item_rev,
    triggered_at: row.now,
    next_at: row.now,
  }),
)

/** Creates a batch for the changes of a write to one resource. Only for writes to a bucket that has webhooks. */
export function webhookBatch(
  clock: Clock,
  { db }: Write,
  { bucketId }: BucketAccess,
  resource: WebhookResource,
): WebhookBatch {
  const changes: ContentChange[] = []
  return {
    add: (change) => void changes.push(change),

    async fire() {
      const happened = changes.splice(0)
      if (happened.length === 0) return
      const webhooks = (await listening(db, { bucketId, resource })).map(
        ({ id, events, object_types }) => ({
          id,
          // The contract's schema validated both columns before they were stored.
          events: JSON.parse(events) as WebhookEvent[],
          types: JSON.parse(object_types) as string[],
        }),
      )
      const now = clock.now()
      for (const { events, id: item_id, rev, type, title, itemOf } of happened) {
        for (const event of events) {
          for (const webhook of webhooks) {
            if (!webhook.events.includes(event)) continue
            const isOfType =
              type === undefined || webhook.types.length === 0 || webhook.types.includes(type)
            if (!isOfType) continue
            await insertDelivery(db, {
              bucket_id: bucketId,
              id: newId(now),
              webhook_id: webhook.id,
              event,
              item_id,
              title,
              item: JSON.stringify(itemOf(event)),
              item_rev: rev ?? null,
              now,
            })
          }
        }
      }
    },
  }
}
