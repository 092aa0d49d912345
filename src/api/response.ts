import type { Endpoint } from '@typecase/contract/endpoint'

import { responseKeys } from './response-keys.ts'

/** An answer before it is judged, whichever way it came. */
export interface RawResponse {
  readonly status: number
  /** Its media type; empty where it has none. */
  readonly type: string
  readonly body: unknown
  readonly requestId?: string | null
}

/** JSON where it is JSON; a proxy's page of words otherwise. */
export function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Whether a success comes from the endpoint, and not from a proxy in between. Looks only at the outermost keys: the
 * cost does not depend on the length of a list.
 */
export function isResponseOf(endpoint: Endpoint, { type, body }: RawResponse): boolean {
  const types = endpoint.file ?? ['application/json']
  if (!types.some((one) => type.startsWith(one))) return false
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const { all, any } = responseKeys(endpoint)
  const has = (key: string): boolean => Object.hasOwn(body, key)
  return all.every(has) && (any.length === 0 || any.some(has))
}
