import { newId } from '@typecase/contract/ids'
import type { Webhook, WebhookEvent } from '@typecase/contract/webhooks'
import type { Selectable } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { Tables } from '../../database/tables.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import './tables.ts'

/** A stored webhook; its secrets are sealed. */
export interface StoredWebhook
  extends Pick<Webhook, 'id' | 'created_by' | 'created_at' | 'modified_at' | 'rev'>, WebhookData {
  readonly disabled_reason: string | null
  readonly header_keys: readonly string[]
  readonly header_values_sealed: string
  readonly secret_sealed: string
  readonly former_secret_sealed: string | null
  /** UNIX ms. */
  readonly former_secret_until: number | null
}

/** User-editable fields of a webhook, except its headers. */
export type WebhookData = Pick<
  Webhook,
  'title' | 'endpoint' | 'resource' | 'events' | 'payload' | 'props' | 'object_types' | 'is_enabled'
>

/** Identifies the bucket of a webhook. Deliveries need only its id, not access to it. */
type InBucket = Pick<BucketAccess, 'bucketId'>

const there = (db: Reader, { bucketId }: InBucket) =>
  db.selectFrom('webhooks').where('bucket_id', '=', bucketId).where('deleted_at', 'is', null)

export async function listWebhooks(db: Reader, access: InBucket): Promise<StoredWebhook[]> {
  const rows = await there(db, access).selectAll().orderBy('title').orderBy('id').execute()
  return rows.map(toWebhook)
}

export async function findWebhook(
  db: Reader,
  access: InBucket,
  id: string,
): Promise<StoredWebhook | undefined> {
  const row = await there(db, access).selectAll().where('id', '=', id).executeTakeFirst()
  return row && toWebhook(row)
}

export const countWebhooks = (db: Reader, access: InBucket): Promise<number> =>
  countOf(there(db, access))

/** Summarises a webhook's deliveries: the last one, and the number of those that failed or were given up. */
export async function deliveryFacts(
  db: Reader,
  { bucketId }: InBucket,
  id: string,
): Promise<Pick<Webhook, 'last_delivery' | 'given_up' | 'failed'>> {
  const ofWebhook = db
    .selectFrom('webhook_deliveries')
    .where('bucket_id', '=', bucketId)
    .where('webhook_id', '=', id)
  const last = await ofWebhook
    .select(['state', 'triggered_at', 'last_attempt_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const count = (state: 'failed' | 'given_up') => countOf(ofWebhook.where('state', '=', state))
  return {
    last_delivery: last
      ? {
          state: last.state,
          time: new Date(last.last_attempt_at ?? last.triggered_at).toISOString(),
        }
      : null,
    given_up: await count('given_up'),
    failed: await count('failed'),
  }
}

export type NewWebhook = Pick<
  StoredWebhook,
  keyof WebhookData | 'header_keys' | 'header_values_sealed' | 'secret_sealed'
>

/** Inserts a webhook. @returns its id */
export async function insertWebhook(
  clock: Clock,
  db: Reader,
  access: BucketAccess,
  webhook: NewWebhook,
): Promise<string> {
  const id = newId(clock.now())
  const now = clock.iso()
  await db
    .insertInto('webhooks')
    .values({
      ...toRow(webhook),
      bucket_id: access.bucketId,
      id,
      secret_sealed: webhook.secret_sealed,
      created_by: access.userId,
      created_at: now,
      modified_at: now,
    })
    .execute()
  await markBucket(db, access)
  return id
}

/** Stores a changed webhook and raises its `rev`. */
export async function saveWebhook(
  clock: Clock,
  db: Reader,
  access: InBucket,
  webhook: StoredWebhook,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({
      ...toRow(webhook),
      disabled_reason: webhook.disabled_reason,
      secret_sealed: webhook.secret_sealed,
      former_secret_sealed: webhook.former_secret_sealed,
      former_secret_until: webhook.former_secret_until,
      modified_at: clock.iso(),
      rev: webhook.rev + 1,
    })
    .where('bucket_id', '=', access.bucketId)
    .where('id', '=', webhook.id)
    .execute()
  await markBucket(db, access)
}

/** Disables a webhook because of its endpoint's responses. @returns whether it was enabled before */
export async function disableWebhook(
  clock: Clock,
  db: Reader,
  access: InBucket,
  id: string,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set((eb) => ({
      is_enabled: 0,
      disabled_reason: reason,
      modified_at: clock.iso(),
      rev: eb('rev', '+', 1),
    }))
    .where('bucket_id', '=', access.bucketId)
    .where('id', '=', id)
    .where('is_enabled', '=', 1)
    .executeTakeFirst()
  await markBucket(db, access)
  return numUpdatedRows > 0n
}

/** Marks a webhook as deleted, so that it can be restored. */
export async function removeWebhook(
  clock: Clock,
  db: Reader,
  access: InBucket,
  id: string,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ deleted_at: clock.iso() })
    .where('bucket_id', '=', access.bucketId)
    .where('id', '=', id)
    .execute()
  await markBucket(db, access)
}

/** Restores a deleted webhook. @returns whether there was one to restore */
export async function bringBackWebhook(db: Reader, access: InBucket, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ deleted_at: null })
    .where('bucket_id', '=', access.bucketId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  await markBucket(db, access)
  return numUpdatedRows > 0n
}

/** Updates the webhooks of an object type to its new slug. */
export async function followRenamedType(
  db: Reader,
  bucketId: string,
  from: string,
  to: string,
): Promise<void> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'object_types'])
    .where('bucket_id', '=', bucketId)
    .where('object_types', '<>', '[]')
    .execute()
  for (const { id, object_types } of rows) {
    const before = JSON.parse(object_types) as string[]
    if (!before.includes(from)) continue
    const after = before.map((slug) => (slug === from ? to : slug))
    await db
      .updateTable('webhooks')
      .set({ object_types: JSON.stringify(after) })
      .where('bucket_id', '=', bucketId)
      .where('id', '=', id)
      .execute()
  }
}

/** Records in the bucket's row whether it has enabled webhooks, so that writes need not look for them. */
async function markBucket(db: Reader, access: InBucket): Promise<void> {
  const enabled = await countOf(there(db, access).where('is_enabled', '=', 1))
  await db
    .updateTable('buckets')
    .set({ has_webhooks: Number(enabled > 0) })
    .where('id', '=', access.bucketId)
    .execute()
}

const toRow = (webhook: Omit<NewWebhook, 'secret_sealed'>) => ({
  title: webhook.title,
  endpoint: webhook.endpoint,
  resource: webhook.resource,
  events: JSON.stringify(webhook.events),
  payload: Number(webhook.payload),
  props: webhook.props,
  object_types: JSON.stringify(webhook.object_types),
  header_keys: JSON.stringify(webhook.header_keys),
  header_values_sealed: webhook.header_values_sealed,
  is_enabled: Number(webhook.is_enabled),
})

export const toWebhook = (row: Selectable<Tables['webhooks']>): StoredWebhook => ({
  id: row.id,
  title: row.title,
  endpoint: row.endpoint,
  resource: row.resource,
  // The contract's schema validated the columns before they were stored.
  events: JSON.parse(row.events) as WebhookEvent[],
  payload: row.payload === 1,
  props: row.props,
  object_types: JSON.parse(row.object_types) as string[],
  header_keys: JSON.parse(row.header_keys) as string[],
  header_values_sealed: row.header_values_sealed,
  secret_sealed: row.secret_sealed,
  former_secret_sealed: row.former_secret_sealed,
  former_secret_until: row.former_secret_until,
  is_enabled: row.is_enabled === 1,
  disabled_reason: row.disabled_reason,
  created_by: row.created_by,
  created_at: row.created_at,
  modified_at: row.modified_at,
  rev: row.rev,
})
