import type { Endpoint } from '@typecase/contract/endpoint'

import { responseKeys } from './response-keys.ts'

/** A response before it is checked, from `fetch` or XMLHttpRequest. */
export interface RawResponse {
  readonly status: number
  /** Media type; empty if there is none. */
  readonly type: string
  readonly body: unknown
  readonly requestId?: string | null
}

/** Parses JSON. Other text, such as the page of a proxy, is returned unchanged. */
export function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Whether a success response comes from the endpoint, and not from a proxy. Checks only the top-level keys, so the cost
 * does not depend on the length of lists.
 */
export function isResponseOf(endpoint: Endpoint, { type, body }: RawResponse): boolean {
  const types = endpoint.file ?? ['application/json']
  if (!types.some((one) => type.startsWith(one))) return false
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const { all, any } = responseKeys(endpoint)
  const has = (key: string): boolean => Object.hasOwn(body, key)
  return all.every(has) && (any.length === 0 || any.some(has))
}
