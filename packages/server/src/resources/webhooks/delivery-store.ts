import type { Delivery, DeliveryAttempt, DeliveryState } from '@typecase/contract/webhooks'
import type { Selectable } from 'kysely'

import { JOB_LEASE_MS } from '../../limits.ts'
import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { SOME } from '../../database/delete-some.ts'
import { countOf, holdsText } from '../../database/expressions.ts'
import { engineOf, sessionOf } from '../../database/session.ts'
import type { Tables } from '../../database/tables.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { Attempt } from './send.ts'
import './tables.ts'

type InBucket = Pick<BucketAccess, 'bucketId'>
export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

/** The ids of a webhook and its bucket. They prove no access to it. */
export interface WebhookScope extends InBucket {
  readonly webhookId: string
}

interface DeliveryQuery {
  webhook_id?: string | undefined
  state?: DeliveryState | undefined
  search?: string | undefined
}

const deliveries = (db: Reader, { bucketId }: InBucket) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.bucket_id', '=', 'webhook_deliveries.bucket_id')
        .onRef('webhooks.id', '=', 'webhook_deliveries.webhook_id'),
    )
    .where('webhook_deliveries.bucket_id', '=', bucketId)
    .where('webhooks.deleted_at', 'is', null)

const withResource = ['webhooks.resource'] as const

/** Lists the deliveries of existing webhooks, newest first, and counts them. */
export async function listDeliveries(
  db: Reader,
  access: InBucket,
  { webhook_id, state, search = '' }: DeliveryQuery,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ deliveries: Delivery[]; total: number }> {
  const all = deliveries(db, access)
    .$if(webhook_id !== undefined, (rows) => rows.where('webhook_id', '=', webhook_id ?? ''))
    .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? 'waiting'))
    .$if(search.trim() !== '', (rows) =>
      rows.where(holdsText(['webhook_deliveries.title'], search)),
    )
  const rows = await all
    .selectAll('webhook_deliveries')
    .select(withResource)
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(limit)
    .offset(skip)
    .execute()
  return { deliveries: rows.map(toDelivery), total: await countOf(all) }
}

export async function findDelivery(
  db: Reader,
  access: InBucket,
  id: string,
): Promise<(Delivery & { log: DeliveryAttempt[] }) | undefined> {
  const row = await deliveries(db, access)
    .selectAll('webhook_deliveries')
    .select(withResource)
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const attempts = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('bucket_id', '=', access.bucketId)
    .where('delivery_id', '=', id)
    .orderBy('number', 'desc')
    .execute()
  return { ...toDelivery(row), log: attempts.map(toAttempt) }
}

function toDelivery(row: DeliveryRow & { resource: Delivery['resource'] }): Delivery {
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    resource: row.resource,
    event: row.event,
    item_id: row.item_id,
    title: row.title,
    state: row.state,
    triggered_at: new Date(row.triggered_at).toISOString(),
    attempts: row.attempts,
    status: row.status,
    problem: row.problem,
    duration: row.duration,
    last_attempt_at: iso(row.last_attempt_at),
    next_attempt_at: iso(row.next_at),
  }
}

const toAttempt = (row: Selectable<Tables['webhook_attempts']>): DeliveryAttempt => ({
  at: new Date(row.at).toISOString(),
  duration: row.duration,
  status: row.status,
  problem: row.problem,
  request: {
    // Only the server writes this column, so the cast is safe.
    headers: JSON.parse(row.request_headers) as Record<string, string>,
    body: row.request_body,
    size: row.request_size,
  },
  response:
    row.response_headers === null
      ? null
      : {
          headers: JSON.parse(row.response_headers) as Record<string, string>,
          body: row.response_body,
        },
})

/** Finds deliveries by their ids, each with whether its webhook is enabled. */
export const deliveriesToSend = (db: Reader, access: InBucket, ids: readonly string[]) =>
  deliveries(db, access)
    .select(['webhook_deliveries.id', 'webhooks.is_enabled'])
    .where('webhook_deliveries.id', 'in', ids)
    .execute()

/** Makes deliveries due again with all their attempts, as if their changes had just been made. */
export async function sendAgain(
  clock: Clock,
  db: Reader,
  { bucketId }: InBucket,
  ids: readonly string[],
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, next_at: clock.now() })
    .where('bucket_id', '=', bucketId)
    .where('id', 'in', ids)
    .execute()
}

/** Whether any delivery may be due. This is a cheap read. */
export async function isAnyDue(clock: Clock, db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('next_at', '<=', clock.now())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Lists the webhooks with deliveries that are due and not leased.
 * @param most maximum number of deliveries to count per webhook
 */
export async function webhooksWithDue(clock: Clock, db: Reader, most: number) {
  const now = sessionOf(db).time(clock.now())
  const rows = await db
    .selectFrom('webhooks')
    .innerJoin('buckets', 'buckets.id', 'webhooks.bucket_id')
    .select(['webhooks.bucket_id as bucketId', 'webhooks.id as webhookId', 'buckets.slug'])
    .select((eb) =>
      eb
        .and([eb('webhooks.is_enabled', '=', 1), eb('webhooks.deleted_at', 'is', null)])
        .$castTo<boolean | number>()
        .as('isActive'),
    )
    .select((eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('webhook_deliveries as d')
            .select('d.id')
            .whereRef('d.bucket_id', '=', 'webhooks.bucket_id')
            .whereRef('d.webhook_id', '=', 'webhooks.id')
            .where('d.next_at', '<=', clock.now())
            .where((of) => of.or([of('d.lease_until', 'is', null), of('d.lease_until', '<=', now)]))
            .limit(most)
            .as('due'),
        )
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('due'),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_deliveries as d')
          .select('d.id')
          .whereRef('d.bucket_id', '=', 'webhooks.bucket_id')
          .whereRef('d.webhook_id', '=', 'webhooks.id')
          .where('d.next_at', '<=', clock.now()),
      ),
    )
    .execute()
  return rows.flatMap((row) => (row.due ? { ...row, due: row.due } : []))
}

/** Leases the next due delivery of a webhook that no one else has leased. */
export async function claimDelivery(
  clock: Clock,
  db: Reader,
  { bucketId, webhookId }: WebhookScope,
  token: string,
): Promise<DeliveryRow | undefined> {
  const now = sessionOf(db).time(clock.now())
  return db
    .updateTable('webhook_deliveries')
    .set({ lease_token: token, lease_until: sessionOf(db).time(clock.now() + JOB_LEASE_MS) })
    .where('bucket_id', '=', bucketId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('webhook_deliveries as d')
        .select('d.id')
        .where('d.bucket_id', '=', bucketId)
        .where('d.webhook_id', '=', webhookId)
        .where('d.next_at', '<=', clock.now())
        .where((of) => of.or([of('d.lease_until', 'is', null), of('d.lease_until', '<=', now)]))
        .orderBy('d.next_at')
        .orderBy('d.id')
        .limit(1)
        // Another process may be claiming the previous one.
        .forUpdate('d')
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** The state of a delivery after an attempt. */
export interface Next {
  state: DeliveryState
  tries: number
  next_at: number | null
}

/** Stores an attempt and the next state of its delivery. @returns false if the lease was lost, so nothing was stored */
export async function recordAttempt(
  db: Reader,
  { bucket_id, id, lease_token, attempts }: DeliveryRow,
  attempt: Attempt,
  next: Next,
): Promise<boolean> {
  const { at, duration, status, problem, request, response } = attempt
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({
      ...next,
      attempts: attempts + 1,
      status,
      problem,
      duration,
      last_attempt_at: at,
      lease_token: null,
      lease_until: null,
    })
    .where('bucket_id', '=', bucket_id)
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db
    .insertInto('webhook_attempts')
    .values({
      bucket_id,
      delivery_id: id,
      number: attempts + 1,
      at,
      duration,
      status,
      problem,
      request_headers: JSON.stringify(request.headers),
      request_body: request.body,
      request_size: request.size,
      response_headers: response && JSON.stringify(response.headers),
      response_body: response && response.body,
    })
    .execute()
  return true
}

/** Reads how often a delivery was tried; a redelivery that was asked for during an attempt starts over. */
export async function triesOf(db: Reader, { bucket_id, id }: DeliveryRow): Promise<number> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('tries')
    .where('bucket_id', '=', bucket_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.tries ?? 0
}

/** Releases a claimed delivery without an attempt. */
export async function releaseDelivery(
  db: Reader,
  { bucket_id, id, lease_token }: DeliveryRow,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ lease_token: null, lease_until: null })
    .where('bucket_id', '=', bucket_id)
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .execute()
}

/**
 * Releases the leases of a server that crashed. SQLite only: on PostgreSQL, another process may still be sending the
 * deliveries.
 */
export async function freeDeliveries(db: Reader): Promise<void> {
  if (engineOf(db) === 'postgres') return
  await db
    .updateTable('webhook_deliveries')
    .set({ lease_token: null, lease_until: null })
    .where('next_at', 'is not', null)
    .where('lease_token', 'is not', null)
    .execute()
}

/** Whether an endpoint has accepted a delivery since a time, UNIX ms. */
export async function hasDelivered(
  db: Reader,
  { bucketId, webhookId }: WebhookScope,
  since: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('bucket_id', '=', bucketId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'delivered')
    .where('last_attempt_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Gives up some of the pending deliveries of a webhook, except those that are being sent. One that was enabled again
 * keeps them.
 * @returns their number
 */
export async function giveUpSome(
  clock: Clock,
  db: Reader,
  { bucketId, webhookId }: WebhookScope,
  problem: string,
): Promise<number> {
  const now = sessionOf(db).time(clock.now())
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      state: 'given_up',
      next_at: null,
      problem: eb.fn.coalesce('problem', eb.val(problem)),
    }))
    .where('bucket_id', '=', bucketId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries as d')
        .select('d.id')
        .where('d.bucket_id', '=', bucketId)
        .where('d.webhook_id', '=', webhookId)
        .where('d.next_at', 'is not', null)
        .where((of) => of.or([of('d.lease_until', 'is', null), of('d.lease_until', '<=', now)]))
        .where((of) =>
          of.not(
            of.exists(
              of
                .selectFrom('webhooks')
                .select('webhooks.id')
                .where('webhooks.bucket_id', '=', bucketId)
                .where('webhooks.id', '=', webhookId)
                .where('is_enabled', '=', 1)
                .where('deleted_at', 'is', null),
            ),
          ),
        )
        .limit(SOME),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Counts the deliveries that wait to be sent or retried. */
export const countWaiting = (db: Reader): Promise<number> =>
  countOf(db.selectFrom('webhook_deliveries').where('next_at', 'is not', null))
