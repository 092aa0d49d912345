import { type Endpoint, isOfUser } from '@typecase/contract/endpoint'

import { hasKey } from './query-string.ts'

type Values = Readonly<Record<string, unknown>>

/** Converts the forms of input that clients send into the form that the endpoint's schemas expect. */
export function inputOf(endpoint: Endpoint, query: Values, body: unknown) {
  const read = withSlugOfAddress(endpoint, query, body)
  const { besideData: dataSiblings, body: schema } = endpoint
  const isBare = dataSiblings && isRecord(read.body) && !('data' in read.body)
  // Without `data`, the bucket's slug cannot be distinguished from a field of that name.
  if (!isBare || !schema || hasKey(schema, 'slug')) return read
  return { ...read, body: inData(dataSiblings, read.body as Values) }
}

/**
 * Some clients put the bucket's `slug` into the address of every call. It moves to the body of calls that expect it
 * there; calls that have nothing to do with a bucket ignore it.
 */
function withSlugOfAddress(endpoint: Endpoint, query: Values, body: unknown) {
  const { slug, ...others } = query
  const takesInAddress = endpoint.query && hasKey(endpoint.query, 'slug')
  if (typeof slug !== 'string' || takesInAddress || !isOfUser(endpoint)) return { query, body }
  const takesInBody = endpoint.body && !endpoint.isMultipart && hasKey(endpoint.body, 'slug')
  return { query: others, body: takesInBody ? withSlug(endpoint, slug, body) : body }
}

function withSlug({ besideData: dataSiblings }: Endpoint, slug: string, body: unknown): unknown {
  if (!isRecord(body)) return body
  // Without `data`, a slug in the body is one of the fields.
  if (dataSiblings && !('data' in body)) return { ...inData(dataSiblings, body), slug }
  return { slug, ...body }
}

/** Returns the body with all keys moved into `data`, except for `dataSiblings`. */
function inData(dataSiblings: readonly string[], body: Values): Values {
  const siblings = Object.entries(body).filter(([key]) => dataSiblings.includes(key))
  const data = Object.entries(body).filter(([key]) => !dataSiblings.includes(key))
  return { ...Object.fromEntries(siblings), data: Object.fromEntries(data) }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
