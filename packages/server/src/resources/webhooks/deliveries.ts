import { setTimeout as delay } from 'node:timers/promises'

import {
  MAX_DELIVERIES,
  MAX_DELIVERIES_PER_BUCKET,
  MAX_DELIVERIES_PER_WEBHOOK,
} from '../../limits.ts'
import type { App } from '../../app.ts'
import type { Write, WriteScope } from '../../database/write-queue.ts'
import { newToken } from '../../secrets/tokens.ts'
import { type BucketAccess, openBucketForJob } from '../buckets/bucket-access.ts'
import {
  claimDelivery,
  type DeliveryRow,
  freeDeliveries,
  giveUpSome,
  hasDelivered,
  isAnyDue,
  type Next,
  recordAttempt,
  releaseDelivery,
  triesOf,
  type WebhookScope,
  webhooksWithDue,
} from './delivery-store.ts'
import { tellOfDisabled } from './disabled-notice.ts'
import { bodyOf } from './payload.ts'
import { type Attempt, send, unsendable } from './send.ts'
import { disableWebhook, findWebhook } from './store.ts'

/** Sends the deliveries in the outbox. See `docs/webhooks.md`. */
type WebhookDeliveries = App['webhooks'] & {
  start(app: App): void
  /** Stops sending and releases unfinished deliveries. */
  stop(): Promise<void>
}

const LOOK_MS = 1000

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Delays between attempts, in ms: ten attempts within a day. */
export const WAITS = [
  10_000,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  7 * HOUR,
  9.5 * HOUR,
] as const
/** Random variation of a delay, so that many deliveries are not retried at the same moment. */
const JITTER = 0.1
const DAY = 24 * HOUR
/** Retry interval while a long write holds a bucket, in ms. */
const HELD_RETRY_MS = 500

interface Lane extends WebhookScope {
  readonly slug: string
}

export function createWebhookDeliveries(): WebhookDeliveries {
  const lanes = new Map<Promise<void>, Lane>()
  const stopping = new AbortController()
  let app: App | undefined
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isRequested = false

  function wake(): void {
    if (!app) return
    isRequested = true
    looking ??= sendWhileRequested(app)
  }

  async function sendWhileRequested(app: App): Promise<void> {
    while (isRequested && !stopping.signal.aborted) {
      isRequested = false
      await look(app).catch((reason: unknown) =>
        app.log.error({ err: reason }, 'webhooks could not be checked'),
      )
    }
    looking = undefined
  }

  const runningOf = ({ bucketId, webhookId }: Partial<WebhookScope>) =>
    [...lanes.values()].filter(
      (lane) =>
        lane.bucketId === bucketId && (webhookId === undefined || lane.webhookId === webhookId),
    ).length

  /** Starts as many requests as the limits allow, buckets with the fewest running requests first. */
  async function look(app: App): Promise<void> {
    const { db, clock } = app
    if (!(await isAnyDue(clock, db.read))) return
    const due = (await webhooksWithDue(clock, db.read, MAX_DELIVERIES_PER_WEBHOOK))
      // Deliveries of a bucket in a long write are sent after it.
      .filter((webhook) => !db.isHeld(webhook))
    for (const webhook of due) if (!webhook.isActive) await giveUpAll(app, webhook)
    const active = due.filter(({ isActive }) => isActive)
    // Opens at most one lane per due delivery: a lane without a delivery would claim in vain, at the cost of a write.
    for (let nth = 1; nth <= MAX_DELIVERIES_PER_WEBHOOK; nth += 1) {
      const byLoad = active.toSorted((a, b) => loadOf(a) - loadOf(b))
      for (const webhook of byLoad) {
        if (lanes.size >= MAX_DELIVERIES || stopping.signal.aborted) return
        if (nth > webhook.due || runningOf(webhook) >= MAX_DELIVERIES_PER_WEBHOOK) continue
        if (runningOf({ bucketId: webhook.bucketId }) >= MAX_DELIVERIES_PER_BUCKET) continue
        open(app, webhook)
      }
    }
  }

  const loadOf = ({ bucketId }: WebhookScope) => runningOf({ bucketId })

  function open(app: App, lane: Lane): void {
    const over = runLane(app, lane)
      .catch((reason: unknown) =>
        app.log.error({ err: reason }, 'a delivery could not be completed'),
      )
      .finally(() => {
        const wasFull = lanes.size >= MAX_DELIVERIES
        lanes.delete(over)
        // Other webhooks may be waiting for a free lane.
        if (wasFull) wake()
      })
    lanes.set(over, lane)
  }

  /** Sends the due deliveries of a webhook one after another, as long as no other webhook is waiting for the lane. */
  async function runLane(app: App, lane: Lane): Promise<void> {
    const claim = ({ db }: Write) => claimDelivery(app.clock, db, lane, newToken())
    let delivery = await app.db.write(claim, 'read committed')
    while (delivery && !stopping.signal.aborted) {
      const attempt = await attemptAt(app, lane, delivery)
      if (!attempt) break
      const done = delivery
      // The lease protects the delivery itself. A final failure may disable the webhook and so change the bucket's row,
      // so that write is scoped to the bucket.
      const scope = isFinal(done, attempt) ? lane : 'read committed'
      delivery = await whenFree(app, lane, scope, async (write) => {
        const goesOn = await settle(app, write, lane, done, attempt)
        const hasRoom = lanes.size < MAX_DELIVERIES && !stopping.signal.aborted
        return goesOn && hasRoom ? claim(write) : undefined
      })
    }
    if (delivery) await app.db.write(({ db }) => releaseDelivery(db, delivery), 'read committed')
  }

  /** Makes one attempt at a delivery. @returns undefined if the server stops or the webhook was deleted */
  async function attemptAt(
    app: App,
    lane: Lane,
    delivery: DeliveryRow,
  ): Promise<Attempt | undefined> {
    const webhook = await findWebhook(app.db.read, lane, delivery.webhook_id)
    if (!webhook) return undefined
    const access = openBucketForJob(lane.bucketId, lane.slug, null)
    const notice = {
      id: delivery.id,
      event: delivery.event,
      itemId: delivery.item_id,
      rev: delivery.item_rev ?? undefined,
      item: JSON.parse(delivery.item) as object,
      triggeredAt: delivery.triggered_at,
    }
    try {
      const body = await bodyOf(app, access, webhook, notice)
      return await send(app, webhook, delivery.id, body, stopping.signal)
    } catch (reason) {
      if (stopping.signal.aborted) return undefined
      // It counts as a failed attempt, so that the delivery is not retried for ever.
      app.log.error({ err: reason, delivery: delivery.id }, 'a delivery could not be made')
      return unsendable(app.clock.now())
    }
  }

  return {
    get running() {
      return lanes.size
    },

    start(runningApp) {
      app = runningApp
      timer = setInterval(wake, LOOK_MS).unref()
      looking = runningApp.db
        .write(({ db }) => freeDeliveries(db), 'read committed')
        .catch((reason: unknown) =>
          runningApp.log.error({ err: reason }, 'deliveries could not be freed'),
        )
        .finally(() => {
          looking = undefined
          wake()
        })
    },

    wake,

    async stop() {
      stopping.abort()
      clearInterval(timer)
      await looking
      await Promise.all(lanes.keys())
    },
  }
}

/**
 * Runs a write on a bucket, waiting for a long write that holds it, so that the result of a sent delivery is not lost.
 */
async function whenFree<T>(
  { db }: App,
  lane: WebhookScope,
  scope: WriteScope,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  for (;;) {
    while (db.isHeld(lane)) await delay(HELD_RETRY_MS)
    try {
      return await db.write(work, scope)
    } catch (reason) {
      if (!db.isHeld(lane)) throw reason
    }
  }
}

/** Whether an attempt is the last failed one of a delivery, so that its webhook may be disabled. */
const isFinal = ({ tries }: Pick<DeliveryRow, 'tries'>, { problem, status }: Attempt): boolean =>
  problem !== null && (status === 410 || WAITS[tries] === undefined)

/**
 * Stores the result of an attempt, and disables a webhook that keeps failing.
 * @returns whether the webhook stays enabled
 */
async function settle(
  app: App,
  write: Write,
  scope: Lane,
  delivery: DeliveryRow,
  attempt: Attempt,
): Promise<boolean> {
  const { db } = write
  const now = app.clock.now()
  const isEndpointRemoved = attempt.status === 410
  const webhook = await findWebhook(db, scope, scope.webhookId)
  const isEnabled = webhook?.is_enabled === true
  const tries = await triesOf(db, delivery)
  const wait = isEndpointRemoved || !isEnabled ? undefined : WAITS[tries]
  const isStored = await recordAttempt(db, delivery, attempt, nextOf(attempt, tries + 1, wait, now))
  if (!isStored || !isEnabled || !isFinal({ tries }, attempt)) return isEnabled
  // An endpoint that has accepted other deliveries works, so only this delivery is given up.
  if (!isEndpointRemoved && (await hasDelivered(db, scope, now - DAY))) return true
  const reason = isEndpointRemoved
    ? 'The endpoint answered 410 (Gone).'
    : `Deliveries failed for a day. ${attempt.problem}`
  if (!(await disableWebhook(app.clock, db, scope, webhook.id, reason))) return false
  write.afterCommit(() => {
    tellOfDisabled(app, { slug: scope.slug, webhook, reason })
    giveUpAll(app, scope).catch((problem: unknown) =>
      app.log.error({ err: problem }, 'failed deliveries could not be dropped'),
    )
  })
  return false
}

function nextOf({ problem }: Attempt, tries: number, wait: number | undefined, now: number): Next {
  if (problem === null) return { state: 'delivered', tries, next_at: null }
  if (wait === undefined) return { state: 'given_up', tries, next_at: null }
  const factor = 1 + (Math.random() * 2 - 1) * JITTER
  return { state: 'failed', tries, next_at: now + Math.round(wait * factor) }
}

/** Gives up the pending deliveries of a disabled or deleted webhook. */
export async function giveUpAll({ db, clock }: App, scope: WebhookScope): Promise<void> {
  const problem = 'The webhook was disabled before this was delivered.'
  while (
    (await db.write((write) => giveUpSome(clock, write.db, scope, problem), 'read committed')) > 0
  );
}

/** Returns the scope of a bucket's webhook, for callers with access to the bucket. */
export const webhookScope = ({ bucketId }: BucketAccess, webhookId: string): WebhookScope => ({
  bucketId,
  webhookId,
})
