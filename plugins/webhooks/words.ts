import type {
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  Webhook,
  WebhookEvent,
} from '@typecase/contract/webhooks'
import { formatAge } from '@typecase/content/words/age'
import { formatNumber } from '@typecase/ui/format'

export const deliveryNoun = { one: 'delivery', many: 'deliveries' } as const

export const stateLabels = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  given_up: 'Given up',
} as const satisfies Record<DeliveryState, string>

export const stateIcons = {
  waiting: 'clock',
  delivered: 'circle-check',
  failed: 'triangle-alert',
  given_up: 'ban',
} as const satisfies Record<DeliveryState, string>

export const eventLabels = {
  created: 'Created',
  edited: 'Edited',
  published: 'Published',
  unpublished: 'Unpublished',
  deleted: 'Deleted',
} as const satisfies Record<WebhookEvent, string>

/** Describes events: `objects: created, edited`. */
export const formatEvents = ({ resource, events }: Pick<Webhook, 'resource' | 'events'>): string =>
  `${resource}: ${events.join(', ')}`

/** Shortens an endpoint: `example.com/hook`. */
export const formatEndpoint = (endpoint: string): string => endpoint.replace(/^https?:\/\//, '')

/** Describes the state of the last delivery and its age: `Delivered · 26 min`. */
export const describeLastDelivery = ({
  last_delivery: last,
}: Pick<Webhook, 'last_delivery'>): string =>
  last ? `${stateLabels[last.state]} · ${formatAge(last.time)}` : 'No delivery yet'

/** Describes an attempt: `Answered 200 in 34 ms`, or why there was no response. */
export function describeAttempt({
  status,
  problem,
  duration,
}: Pick<DeliveryAttempt, 'status' | 'problem' | 'duration'>): string {
  return status === null ? (problem ?? '') : `Answered ${status} in ${formatNumber(duration)} ms`
}

/** Describes when the next attempt is due: `again in 5 min`; undefined if none is. */
export function describeNextAttempt(
  { next_attempt_at: next }: Pick<Delivery, 'next_attempt_at'>,
  now: number,
): string | undefined {
  if (next === null) return undefined
  const seconds = Math.max(0, Math.round((Date.parse(next) - now) / 1000))
  if (seconds < 90) return `again in ${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `again in ${minutes} min` : `again in ${Math.round(minutes / 60)} h`
}

/** Returns JSON with line breaks. Other text, and truncated JSON, is returned unchanged. */
export function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
