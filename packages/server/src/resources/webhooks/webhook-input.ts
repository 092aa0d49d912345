import { parseProps } from '@typecase/content-query/props'
import { QueryError } from '@typecase/content-query/query-error'
import type { BodyOf } from '@typecase/contract/endpoint'
import { eventsOfResource, isSameOrigin, type updateWebhook } from '@typecase/contract/webhooks'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { Failure, invalid } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { typeSlugs } from '../object-types/store.ts'
import { openHeaders } from './send.ts'
import type { StoredWebhook, WebhookData } from './store.ts'

type Data = BodyOf<typeof updateWebhook>['data']

/** Headers that the server sets itself, or that belong to the connection. */
const RESERVED_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

/**
 * Merges the input of a write into a webhook, and validates the result.
 * @param before undefined for a new webhook
 * @throws Failure `invalid` that names the field
 */
export async function withInput(
  app: App,
  db: Reader,
  access: BucketAccess,
  before: StoredWebhook | undefined,
  data: Data & Pick<WebhookData, 'title' | 'endpoint' | 'resource' | 'events'>,
): Promise<WebhookData & Pick<StoredWebhook, 'header_keys' | 'header_values_sealed'>> {
  const {
    payload = before?.payload ?? true,
    props = before?.props ?? '',
    object_types = before?.object_types ?? [],
    is_enabled = before?.is_enabled ?? true,
    headers,
    ...rest
  } = data
  const webhook = {
    ...rest,
    events: [...new Set(rest.events)],
    payload,
    props: cleanProps(props),
    object_types: [...new Set(object_types)],
    is_enabled,
  }
  if (webhook.endpoint !== before?.endpoint) checkEndpoint(app, webhook.endpoint)
  checkEvents(webhook)
  await checkTypes(db, access, webhook, before?.object_types ?? [])
  return { ...webhook, ...sealHeaders(app, before, webhook.endpoint, headers) }
}

function checkEndpoint({ safePost }: App, endpoint: string): void {
  try {
    safePost.assertSafe(endpoint)
  } catch (reason) {
    if (!(reason instanceof Failure)) throw reason
    const words = `data.endpoint must be an http or https address on the public internet: ${reason.message}`
    throw invalid('data.endpoint', words, 'url')
  }
}

function checkEvents({ resource, events }: Pick<WebhookData, 'resource' | 'events'>): void {
  const names = eventsOfResource[resource]
  const wrong = events.flatMap((event, index) =>
    names.includes(event) ? [] : [{ event, place: index }],
  )
  if (wrong.length === 0) return
  throw invalid(
    wrong.map(({ event, place: index }) => ({
      path: `data.events.${index}`,
      message: `data.events.${index} must be an event of ${resource}: ${event} is not one`,
      rule: 'enum',
    })),
  )
}

/** Checks the object types of a webhook. Types that it already has are accepted, even if they were deleted since. */
async function checkTypes(
  db: Reader,
  access: BucketAccess,
  { resource, object_types }: Pick<WebhookData, 'resource' | 'object_types'>,
  before: readonly string[],
): Promise<void> {
  if (object_types.length === 0) return
  if (resource === 'media') {
    const words = 'data.object_types must be empty: media have no object type'
    throw invalid('data.object_types', words, 'unexpected')
  }
  const slugs = [...(await typeSlugs(db, access)), ...before]
  const wrong = object_types.flatMap((slug, index) => (slugs.includes(slug) ? [] : [index]))
  if (wrong.length === 0) return
  throw invalid(
    wrong.map((index) => ({
      path: `data.object_types.${index}`,
      message: `data.object_types.${index} must be an object type of this bucket`,
      rule: 'reference',
    })),
  )
}

/** Validates and normalises `props`. @throws Failure `invalid` if they name anything below the first level */
function cleanProps(props: string): string {
  const refuse = (words: string) => invalid('data.props', `data.${words}`, 'props')
  try {
    parseProps(props)
  } catch (reason) {
    if (!(reason instanceof QueryError)) throw reason
    throw refuse(reason.message)
  }
  if (props.includes('.'))
    throw refuse('props must name whole fields, such as title,slug,metadata: none below another')
  return props
    .split(',')
    .flatMap((name) => name.trim() || [])
    .join(',')
}

/**
 * Returns the headers to store. A header without a value keeps its stored value if the endpoint's origin is unchanged;
 * another host must not receive it.
 * @param headers all headers; undefined leaves them unchanged
 * @throws Failure `invalid` that names the header
 */
function sealHeaders(
  { sealer }: App,
  before: StoredWebhook | undefined,
  endpoint: string,
  headers: Data['headers'] = before ? undefined : [],
): Pick<StoredWebhook, 'header_keys' | 'header_values_sealed'> {
  const isMoved = before !== undefined && !isSameOrigin(before.endpoint, endpoint)
  if (!headers && before) {
    const { header_keys, header_values_sealed } = before
    if (isMoved && header_keys.length > 0)
      throw invalid('data.headers', `data.headers ${valuesAgain(before)}`, 'required')
    return { header_keys, header_values_sealed }
  }
  const all = headers ?? []
  const stored = before && !isMoved ? openHeaders({ sealer }, before) : undefined
  const storedHeaders = new Map((stored ?? []).map(([key, value]) => [key.toLowerCase(), value]))
  const seen = new Set<string>()
  const values = all.map(({ key, value }, index) => {
    const path = `data.headers.${index}`
    const name = key.toLowerCase()
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
      throw invalid(`${path}.key`, `${path}.key must be the name of a header`, 'header')
    if (RESERVED_HEADERS.has(name) || name.startsWith('webhook-'))
      throw invalid(
        `${path}.key`,
        `${path}.key must not be ${key}, which the server sends`,
        'header',
      )
    if (seen.has(name))
      throw invalid(`${path}.key`, `${path}.key must not be ${key} twice`, 'unique')
    seen.add(name)
    const nextValue = value ?? storedHeaders.get(name)
    if (nextValue === undefined) {
      const isStored = before?.header_keys.some((stored) => stored.toLowerCase() === name)
      const rule = isMoved && isStored ? valuesAgain(before) : 'is a required field'
      throw invalid(`${path}.value`, `${path}.value ${rule}`, 'required')
    }
    if (!/^[\x20-\x7e\t]*$/.test(nextValue))
      throw invalid(`${path}.value`, `${path}.value must be printable ASCII on one line`, 'header')
    return nextValue
  })
  return {
    header_keys: all.map(({ key }) => key),
    header_values_sealed: sealer.seal(JSON.stringify(values)),
  }
}

const valuesAgain = ({ endpoint }: StoredWebhook): string =>
  `must be entered again: what is stored is for ${new URL(endpoint).origin} only`
