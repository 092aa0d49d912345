import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { limit, message, skip } from './page.ts'
import { bucketSlug, typeSlug } from './slugs.ts'

/** Maximum number of webhooks of a bucket. */
export const MAX_WEBHOOKS = 50
/** Maximum number of custom headers of a webhook. */
export const MAX_HEADERS = 20
/** Maximum length of a webhook's title, in characters. */
export const MAX_WEBHOOK_TITLE = 100
/** Largest body in bytes. A larger one is sent without the object or media. */
export const MAX_PAYLOAD = 6_000_000
/** Days for which a finished delivery stays in the log. */
export const DELIVERY_DAYS = 30
/** Maximum number of finished deliveries in the log of a bucket. */
export const MAX_DELIVERIES = 10_000
/** Hours for which the previous secret signs as well. */
export const FORMER_SECRET_HOURS = 24
/** Bytes of a response that the log keeps. */
export const KEPT_ANSWER = 4096
/** Bytes of a request body that the log keeps. */
export const KEPT_BODY = 16_384

/** Resources that a webhook can watch. */
export const webhookResources = ['objects', 'media'] as const
export type WebhookResource = (typeof webhookResources)[number]

/** Only objects are `published` and `unpublished`. */
export const webhookEvents = ['created', 'edited', 'published', 'unpublished', 'deleted'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The events of each resource. */
export const eventsOfResource: Readonly<Record<WebhookResource, readonly WebhookEvent[]>> = {
  objects: webhookEvents,
  media: ['created', 'edited', 'deleted'],
}

/** `failed`: will be retried. `given_up`: will not be retried, unless someone requests it. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'given_up'] as const
const deliveryState = () => type.enumerated(...deliveryStates)
export type DeliveryState = (typeof deliveryStates)[number]

/** Whether two endpoints have the same scheme, host and port. The values of headers are meant for one origin. */
export const isSameOrigin = (a: string, b: string): boolean =>
  new URL(a).origin === new URL(b).origin

const resource = () =>
  type
    .enumerated(...webhookResources)
    .describe('objects or media; there are no merge requests to call webhooks for')
const event = () =>
  type
    .enumerated(...webhookEvents)
    .describe(
      'created, edited, published, unpublished or deleted; there are no merge requests that could be completed',
    )
const title = () => type(`0 < string <= ${MAX_WEBHOOK_TITLE}`)
const events = () => event().array().atLeastLength(1).atMostLength(webhookEvents.length)
const address = () => type('0 < string <= 2000')

const webhookFields = () =>
  type({
    'title?': title(),
    /** The target of deliveries: `https://example.com/hook`. */
    'endpoint?': address(),
    'resource?': resource(),
    'events?': events(),
    /** Whether the object or media is sent along; otherwise only its id. */
    'payload?': 'boolean',
    /** The fields to send, separated by commas: `title,slug,metadata`; empty for all. */
    'props?': 'string <= 2000',
    /** Slugs of object types; empty for all. */
    'object_types?': typeSlug().array().atMostLength(500),
    /**
     * The complete list. A header without a value keeps its stored value, unless `endpoint` moves to another origin.
     */
    'headers?': type({ key: '0 < string <= 200', 'value?': '0 < string <= 2000' })
      .array()
      .atMostLength(MAX_HEADERS),
    'is_enabled?': 'boolean',
  })

/** A webhook, without the values of its hidden headers. */
export const webhook = () =>
  type({
    id: id(),
    title: 'string',
    endpoint: 'string',
    resource: type.enumerated(...webhookResources),
    events: type.enumerated(...webhookEvents).array(),
    payload: 'boolean',
    props: 'string',
    object_types: 'string[]',
    /** Values are never returned. */
    headers: type({ key: 'string', has_value: 'true' }).array(),
    is_enabled: 'boolean',
    /** Why the webhook was disabled automatically; null if a person did it. */
    disabled_reason: 'string | null',
    /** The end of the period in which the previous secret signs as well. */
    former_secret_until: 'string | null',
    last_delivery: type({ state: deliveryState(), time: 'string' }).or('null'),
    /** Numbers of deliveries that were given up, and of those that will be retried. */
    given_up: 'number',
    failed: 'number',
    created_by: 'string | null',
    created_at: 'string',
    modified_at: 'string',
    rev: 'number',
  })
export type Webhook = ReturnType<typeof webhook>['infer']

/** A request and its response. */
const attempt = () => {
  const response = type({
    /** Empty for a response from a private network. */
    headers: 'Record<string, string>',
    /** The first 4 kB; null for a response from a private network. */
    body: 'string | null',
  }).or('null')
  return type({
    at: 'string',
    /** Milliseconds until the response, or until the timeout. */
    duration: 'number',
    /** Status code of the response; null without one. */
    status: 'number | null',
    /** Why the attempt counts as failed. */
    problem: 'string | null',
    request: type({
      /** Values of custom headers are hidden. */
      headers: 'Record<string, string>',
      body: 'string',
      /** Size of the whole body in bytes; `body` may be only its beginning. */
      size: 'number',
    }),
    response,
  })
}
export type DeliveryAttempt = ReturnType<typeof attempt>['infer']

/** A message of a webhook, and its state. */
export const delivery = () =>
  type({
    id: id(),
    webhook_id: id(),
    resource: type.enumerated(...webhookResources),
    event: type.enumerated(...webhookEvents),
    /** The object or media, and its title at that time. */
    item_id: id(),
    title: 'string',
    state: deliveryState(),
    /** When the change was made. */
    triggered_at: 'string',
    attempts: 'number',
    /** Status code of the last attempt. */
    status: 'number | null',
    problem: 'string | null',
    duration: 'number | null',
    last_attempt_at: 'string | null',
    /** Null if no attempt is due. */
    next_attempt_at: 'string | null',
  })
export type Delivery = ReturnType<typeof delivery>['infer']

const one = () => type({ slug: bucketSlug(), webhook_id: id() })
const answer = () => type({ webhook: webhook() })
const aliases = { id: 'webhook_id' }
/** The only kind of response that contains the secret. */
const answerWithSecret = () => type({ webhook: webhook(), secret: 'string' })

export const listWebhooks = endpoint({
  id: 'webhooks.list',
  method: 'GET',
  path: '/webhooks/list',
  auth: 'user',
  summary: 'Returns the webhooks of a bucket, by title, without header values and secrets.',
  query: () => type({ slug: bucketSlug() }),
  response: () => type({ webhooks: webhook().array() }),
})

export const getWebhook = endpoint({
  id: 'webhooks.get',
  method: 'GET',
  path: '/webhooks/get',
  auth: 'user',
  summary: 'Returns a webhook.',
  query: one,
  aliases,
  response: answer,
})

export const addWebhook = endpoint({
  id: 'webhooks.add',
  method: 'POST',
  path: '/webhooks/add',
  auth: 'user',
  summary: `Adds a webhook, up to ${MAX_WEBHOOKS} per bucket, and returns its signing secret, only once.`,
  body: () =>
    type({
      slug: bucketSlug(),
      data: webhookFields().and({
        title: title(),
        endpoint: address(),
        resource: resource(),
        events: events(),
      }),
    }),
  response: answerWithSecret,
  status: 201,
  errors: ['conflict'],
})

export const updateWebhook = endpoint({
  id: 'webhooks.update',
  method: 'PATCH',
  path: '/webhooks/update',
  auth: 'user',
  summary:
    'Changes a webhook. Omitted fields do not change. For an endpoint at another origin, send the header values again. Disabling a webhook drops its pending deliveries.',
  body: () => one().and({ data: webhookFields(), 'rev?': 'number.integer' }),
  response: answer,
  aliases,
  errors: ['stale'],
})

export const deleteWebhook = endpoint({
  id: 'webhooks.delete',
  method: 'DELETE',
  path: '/webhooks/delete',
  auth: 'user',
  summary: `Deletes a webhook and drops its pending deliveries. It can be restored for ${DELIVERY_DAYS} days.`,
  query: one,
  response: message,
  aliases,
})

export const restoreWebhook = endpoint({
  id: 'webhooks.restore',
  method: 'POST',
  path: '/webhooks/restore',
  auth: 'user',
  summary: 'Restores a deleted webhook with its secret and its deliveries.',
  body: one,
  response: answer,
  aliases,
  errors: ['conflict'],
})

export const rotateWebhookSecret = endpoint({
  id: 'webhooks.rotateSecret',
  method: 'POST',
  path: '/webhooks/rotateSecret',
  auth: 'user',
  summary: `Gives a webhook a new signing secret and returns it, only once. For ${FORMER_SECRET_HOURS} hours, the previous secret also signs.`,
  body: () => one().and({ 'rev?': 'number.integer' }),
  response: answerWithSecret,
  aliases,
  errors: ['stale'],
})

export const testWebhook = endpoint({
  id: 'webhooks.test',
  method: 'POST',
  path: '/webhooks/test',
  auth: 'user',
  isRepeatable: true,
  summary:
    'Sends the event `ping` at once, even if the webhook is disabled, and returns the response. Does not log it.',
  body: one,
  response: () => type({ attempt: attempt() }),
  aliases,
})

export const listDeliveries = endpoint({
  id: 'webhooks.deliveries',
  method: 'GET',
  path: '/webhooks/deliveries',
  auth: 'user',
  summary:
    'Returns the deliveries of a bucket, or of one webhook or state, newest first; `search` finds those whose title contains a text. The default `limit` is 50.',
  query: () =>
    type({
      slug: bucketSlug(),
      'webhook_id?': id(),
      'state?': deliveryState(),
      'search?': 'string <= 200',
      'limit?': limit(),
      'skip?': skip(),
    }),
  response: () =>
    type({ deliveries: delivery().array(), total: 'number', limit: 'number', skip: 'number' }),
})

export const getDelivery = endpoint({
  id: 'webhooks.delivery',
  method: 'GET',
  path: '/webhooks/delivery',
  auth: 'user',
  summary: 'Returns a delivery with each request that was sent for it and its response.',
  query: () => type({ slug: bucketSlug(), delivery_id: id() }),
  aliases: { id: 'delivery_id' },
  response: () => type({ delivery: delivery().and({ log: attempt().array() }) }),
})

export const redeliver = endpoint({
  id: 'webhooks.redeliver',
  method: 'POST',
  path: '/webhooks/redeliver',
  auth: 'user',
  isRepeatable: true,
  summary:
    'Sends deliveries again under their original ids. Skips those of a disabled webhook, and those that no longer exist.',
  body: () => type({ slug: bucketSlug(), ids: id().array().atLeastLength(1).atMostLength(1000) }),
  response: () =>
    type({ redelivered: 'number', skipped: type({ id: id(), reason: 'string' }).array() }),
})
