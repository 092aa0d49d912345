import { firstBroken, max, notBlank } from '@typecase/contract/field-rules'
import {
  isSameOrigin,
  MAX_WEBHOOK_TITLE,
  type Webhook,
  type WebhookEvent,
} from '@typecase/contract/webhooks'

/** A header in the form. */
export interface HeaderField {
  /** Identifies the row while it is edited. */
  readonly id: string
  readonly key: string
  /** Empty to keep the value stored on the server. */
  readonly value: string
  /** The stored header and the endpoint that it is for; undefined for a new header. */
  readonly stored: { readonly key: string; readonly endpoint: string } | undefined
}

/** The values of the form. */
export interface Fields extends Pick<
  Webhook,
  'title' | 'endpoint' | 'resource' | 'payload' | 'props' | 'is_enabled'
> {
  readonly events: readonly WebhookEvent[]
  readonly object_types: readonly string[]
  readonly headers: readonly HeaderField[]
}

const empty: Fields = {
  title: '',
  endpoint: '',
  resource: 'objects',
  events: ['published', 'unpublished', 'deleted'],
  payload: true,
  props: '',
  object_types: [],
  headers: [],
  is_enabled: true,
}

/** Returns the initial values of a form. */
export const fieldsOf = (webhook: Webhook | undefined): Fields =>
  webhook
    ? {
        ...webhook,
        headers: webhook.headers.map(({ key }) => {
          const stored = { key, endpoint: webhook.endpoint }
          return { id: key, key, value: '', stored }
        }),
      }
    : empty

/** Whether the server has stored the value of a header for an endpoint. */
export const isStored = ({ key, stored }: HeaderField, endpoint: string): boolean =>
  stored?.key.toLowerCase() === key.trim().toLowerCase() && !isMoved({ stored }, endpoint)

/** Whether the stored value of a header is for another origin than the endpoint's. */
export const isMoved = ({ stored }: Pick<HeaderField, 'stored'>, endpoint: string): boolean =>
  stored !== undefined && URL.canParse(endpoint.trim()) && !isSameOrigin(stored.endpoint, endpoint)

/** Returns what is wrong with the fields, by name, and with headers by their path in the call. */
export function problemsOf({
  title,
  endpoint,
  events,
  headers,
}: Fields): Readonly<Record<string, string | undefined>> {
  const ofHeaders = headers.flatMap((header, index): [string, string | undefined][] => [
    [`data.headers.${index}.key`, notBlank('Header', header.key)],
    [
      `data.headers.${index}.value`,
      isStored(header, endpoint) ? undefined : notBlank('Value', header.value),
    ],
  ])
  return {
    title: firstBroken('Title', title, [notBlank, max(MAX_WEBHOOK_TITLE)]),
    endpoint: firstBroken('Endpoint', endpoint, [notBlank, httpAddress]),
    events: events.length === 0 ? 'Choose at least one event' : undefined,
    ...Object.fromEntries(ofHeaders),
  }
}

const httpAddress = (label: string, text: string): string | undefined =>
  /^https?:\/\/[^/]/i.test(text.trim()) && URL.canParse(text.trim())
    ? undefined
    : `${label} must be an address that begins with https:// or http://`

/** Returns the data of a new webhook. */
export const toData = ({ headers, ...fields }: Fields) => ({
  title: fields.title.trim(),
  endpoint: fields.endpoint.trim(),
  resource: fields.resource,
  events: [...fields.events],
  payload: fields.payload,
  props: fields.props,
  object_types: fields.resource === 'objects' ? [...fields.object_types] : [],
  headers: headers.map((header) => ({
    key: header.key.trim(),
    ...((header.value !== '' || !isStored(header, fields.endpoint)) && { value: header.value }),
  })),
  is_enabled: fields.is_enabled,
})

/** Returns the changed data of a webhook. */
export function changesIn(fields: Fields, webhook: Webhook): Partial<ReturnType<typeof toData>> {
  const before = toData(fieldsOf(webhook))
  const after = toData(fields)
  const keys = Object.keys(after) as (keyof typeof after)[]
  const changed = keys.filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]))
  return Object.fromEntries(changed.map((key) => [key, after[key]]))
}
