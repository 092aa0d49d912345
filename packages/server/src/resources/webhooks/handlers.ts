import * as contract from '@typecase/contract/webhooks'
import type { AuditKind } from '@typecase/contract/audit'
import { newId } from '@typecase/contract/ids'
import { MAX_WEBHOOKS, type Webhook } from '@typecase/contract/webhooks'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { assertAddOn } from '../projects/add-ons.ts'
import { giveUpAll, webhookScope } from './deliveries.ts'
import { deliveriesToSend, findDelivery, listDeliveries, sendAgain } from './delivery-store.ts'
import { newSecret } from './signature.ts'
import { formerSecretUntil, send } from './send.ts'
import {
  bringBackWebhook,
  countWebhooks,
  deliveryFacts,
  findWebhook,
  insertWebhook,
  listWebhooks,
  removeWebhook,
  saveWebhook,
  type StoredWebhook,
} from './store.ts'
import { withInput } from './webhook-input.ts'

/** Default number of deliveries per page. */
const PAGE_SIZE = 50

export function routes(app: App): Route[] {
  const { db, clock, sealer, limits } = app

  const open = (principal: Parameters<typeof openBucket>[1], slug: string) =>
    openBucket(db, principal, slug, 'webhooks:write')

  /** Marks the bucket as changed, and records the change of a webhook in the audit log. */
  async function note(
    call: Parameters<typeof actorOf>[0],
    write: Write,
    access: BucketAccess,
    kind: AuditKind,
    { id, title }: Pick<StoredWebhook, 'id' | 'title'>,
  ): Promise<void> {
    const subject = { id, title }
    await audit(write, app, actorOf(call), { kind, bucketId: access.bucketId, subject })
    await bucketChanged(app, write, access)
  }

  return [
    handle(contract.listWebhooks, async ({ principal, query }) => {
      const access = await open(principal, query.slug)
      const webhooks = []
      for (const webhook of await listWebhooks(db.read, access))
        webhooks.push(await describe(db.read, access, webhook))
      return { webhooks }
    }),

    handle(contract.getWebhook, async ({ principal, query }) => {
      const access = await open(principal, query.slug)
      const webhook = await existing(db.read, access, query.webhook_id)
      return { webhook: await describe(db.read, access, webhook) }
    }),

    handle(contract.addWebhook, async (call) => {
      const { slug, data } = call.body
      const access = await open(call.principal, slug)
      await assertAddOn(app, access, 'webhooks')
      return call.commit(async (write) => {
        await assertRoom(write.db, access)
        const input = await withInput(app, write.db, access, undefined, data)
        const secret = newSecret()
        const secret_sealed = sealer.seal(secret)
        const id = await insertWebhook(clock, write.db, access, { ...input, secret_sealed })
        const webhook = await existing(write.db, access, id)
        await note(call, write, access, 'bucket.add_webhook', webhook)
        return { webhook: await describe(write.db, access, webhook), secret }
      }, access)
    }),

    handle(contract.updateWebhook, async (call) => {
      const { slug, webhook_id, data, rev } = call.body
      const access = await open(call.principal, slug)
      const webhook = await db.write(async (write) => {
        const before = await webhookAt(write.db, access, webhook_id, call.ifMatch ?? rev)
        const input = await withInput(app, write.db, access, before, { ...before, ...data })
        // Enabling the webhook again clears the reason.
        const disabled_reason = input.is_enabled ? null : before.disabled_reason
        await saveWebhook(clock, write.db, access, { ...before, ...input, disabled_reason })
        const after = await existing(write.db, access, webhook_id)
        await note(call, write, access, 'bucket.update_webhook', after)
        return after
      }, access)
      if (!webhook.is_enabled) await giveUpAll(app, webhookScope(access, webhook.id))
      return { webhook: await describe(db.read, access, webhook) }
    }),

    handle(contract.deleteWebhook, async (call) => {
      const { slug, webhook_id } = call.query
      const access = await open(call.principal, slug)
      const { title } = await db.write(async (write) => {
        const webhook = await existing(write.db, access, webhook_id)
        await removeWebhook(clock, write.db, access, webhook_id)
        await note(call, write, access, 'bucket.delete_webhook', webhook)
        return webhook
      }, access)
      await giveUpAll(app, webhookScope(access, webhook_id))
      return { message: `Webhook “${title}” deleted.` }
    }),

    handle(contract.restoreWebhook, async (call) => {
      const { slug, webhook_id } = call.body
      const access = await open(call.principal, slug)
      return call.commit(async (write) => {
        await assertRoom(write.db, access)
        if (!(await bringBackWebhook(write.db, access, webhook_id))) throw notFound('Webhook')
        const webhook = await existing(write.db, access, webhook_id)
        await note(call, write, access, 'bucket.restore_webhook', webhook)
        return { webhook: await describe(write.db, access, webhook) }
      }, access)
    }),

    handle(contract.rotateWebhookSecret, async (call) => {
      const { slug, webhook_id, rev } = call.body
      const access = await open(call.principal, slug)
      return call.commit(async (write) => {
        const before = await webhookAt(write.db, access, webhook_id, call.ifMatch ?? rev)
        const secret = newSecret()
        await saveWebhook(clock, write.db, access, {
          ...before,
          secret_sealed: sealer.seal(secret),
          former_secret_sealed: before.secret_sealed,
          former_secret_until: formerSecretUntil(clock.now()),
        })
        const webhook = await existing(write.db, access, webhook_id)
        await note(call, write, access, 'bucket.rotate_webhook_secret', webhook)
        return { webhook: await describe(write.db, access, webhook), secret }
      }, access)
    }),

    handle(contract.testWebhook, async ({ principal, body, signal }) => {
      const access = await open(principal, body.slug)
      const webhook = await existing(db.read, access, body.webhook_id)
      await limits.count('webhookTest', principal.userId)
      const { resource } = webhook
      const now = clock.now()
      const id = newId(now)
      const ping = { id, resource, event: 'ping', triggered_at: now, data: {} }
      return { attempt: toAttempt(await send(app, webhook, id, JSON.stringify(ping), signal)) }
    }),

    handle(contract.listDeliveries, async ({ principal, query }) => {
      const { slug, limit = PAGE_SIZE, skip = 0, ...filter } = query
      const access = await open(principal, slug)
      // Reports a webhook of another bucket as missing.
      if (filter.webhook_id !== undefined) await existing(db.read, access, filter.webhook_id)
      return { ...(await listDeliveries(db.read, access, filter, { limit, skip })), limit, skip }
    }),

    handle(contract.getDelivery, async ({ principal, query }) => {
      const access = await open(principal, query.slug)
      const delivery = await findDelivery(db.read, access, query.delivery_id)
      if (!delivery) throw notFound('Delivery')
      return { delivery }
    }),

    handle(contract.redeliver, async ({ principal, body }) => {
      const access = await open(principal, body.slug)
      const ids = [...new Set(body.ids)]
      const answer = await db.write(async (write) => {
        const enabledById = new Map(
          (await deliveriesToSend(write.db, access, ids)).map((row) => [row.id, row.is_enabled]),
        )
        const sent = ids.filter((id) => enabledById.get(id) === 1)
        if (sent.length > 0) await sendAgain(clock, write.db, access, sent)
        const skipped = ids
          .filter((id) => enabledById.get(id) !== 1)
          .map((id) => ({ id, reason: enabledById.has(id) ? WEBHOOK_DISABLED : MISSING }))
        return { redelivered: sent.length, skipped }
      }, access)
      app.webhooks.wake()
      return answer
    }),
  ]
}

const MISSING = 'This delivery no longer exists.'
const WEBHOOK_DISABLED = 'Its webhook is disabled. Enable it first.'

/** Reads a webhook of the bucket. @throws Failure `not_found` if it belongs to another bucket or was deleted */
async function existing(db: Reader, access: BucketAccess, id: string): Promise<StoredWebhook> {
  const webhook = await findWebhook(db, access, id)
  if (!webhook) throw notFound('Webhook')
  return webhook
}

/** Reads a webhook and checks its `rev`. @throws Failure `stale` when `rev` is older than the stored one */
async function webhookAt(
  db: Reader,
  access: BucketAccess,
  id: string,
  rev: number | undefined,
): Promise<StoredWebhook> {
  const before = await existing(db, access, id)
  if (rev !== undefined && rev !== before.rev) throw stale(await describe(db, access, before))
  return before
}

/** Checks that a bucket may have another webhook. @throws Failure `conflict` at the limit */
async function assertRoom(db: Reader, access: BucketAccess): Promise<void> {
  if ((await countWebhooks(db, access)) >= MAX_WEBHOOKS)
    throw conflict(`This bucket has ${MAX_WEBHOOKS} webhooks already. Delete some first.`)
}

async function describe(db: Reader, access: BucketAccess, stored: StoredWebhook): Promise<Webhook> {
  const {
    header_keys,
    header_values_sealed: _values,
    secret_sealed: _secret,
    former_secret_sealed: _former,
    former_secret_until: until,
    ...webhook
  } = stored
  return {
    ...webhook,
    headers: header_keys.map((key) => ({ key, has_value: true as const })),
    former_secret_until: until === null ? null : new Date(until).toISOString(),
    ...(await deliveryFacts(db, access, stored.id)),
  }
}

const toAttempt = ({ at, ...attempt }: Awaited<ReturnType<typeof send>>) => ({
  ...attempt,
  at: new Date(at).toISOString(),
})
