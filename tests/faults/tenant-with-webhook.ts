import { newId } from '@typecase/contract/ids'
import { addWebhook } from '@typecase/contract/webhooks'
import '@typecase/server/resources/webhooks/tables'
import type { Owner } from '@typecase/server/testing/people'
import type { TestServer } from '@typecase/server/testing/test-server'

/** Adds a finished delivery and its webhook, which is disabled so that nothing is sent automatically. */
export async function addOneWebhook(
  server: TestServer,
  owner: Owner,
): Promise<{ webhookId: string; deliveryId: string }> {
  const { slug, id: bucket_id } = owner.bucket
  const data = { title: 'Search', resource: 'objects' as const, events: ['created' as const] }
  // Nothing listens there.
  const more = { endpoint: 'http://localhost/hook', is_enabled: false }
  const body = { slug, data: { ...data, ...more } }
  const { webhook } = (await server.call(addWebhook, { body }, owner)).ok()
  const deliveryId = newId()
  await server.app.db.write(
    ({ db }) =>
      db
        .insertInto('webhook_deliveries')
        .values({
          bucket_id,
          id: deliveryId,
          webhook_id: webhook.id,
          event: 'created',
          item_id: newId(),
          title: 'Post',
          item: '{}',
          triggered_at: server.app.clock.now(),
          state: 'given_up',
        })
        .execute(),
    'serializable',
  )
  return { webhookId: webhook.id, deliveryId }
}
