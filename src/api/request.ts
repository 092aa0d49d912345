import type { Endpoint } from '@typecase/contract/endpoint'
import { OTP_HEADER } from '@typecase/contract/product'
import type { CallOptions } from '@typecase/plugin-sdk/services'

/** The parts of a call, whichever its endpoint has. */
export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const bases = { dashboard: '/v3/admin', content: '/v3/buckets/:slug', origin: '' } as const

/**
 * The address of a call.
 * @param baseUrl origin of the server, or '' for the page's own
 * @throws when a parameter of the path is missing
 */
export function urlOf(
  baseUrl: string,
  { id, base = 'dashboard', path }: Endpoint,
  { params = {}, query = {} }: CallInput,
): string {
  const filled = `${bases[base]}${path}`.replaceAll(/:(\w+)/g, (_all, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The call ${id} needs the parameter “${name}”`)
    return encodeURIComponent(textOf(value))
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, textOf(value))
  }
  const queryString = search.toString()
  return `${baseUrl}${filled}${queryString && `?${queryString}`}`
}

/** Headers beside the content type. */
export function headersOf(
  token: string | undefined,
  { idempotencyKey, ifMatch }: CallOptions,
): Record<string, string> {
  return {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
  }
}

/** The one-time code travels in a header of its own as well, as the specification has it. */
export function otpHeader(body: unknown): Record<string, string> {
  const otp = typeof body === 'object' && body !== null && 'otp' in body ? body.otp : undefined
  return typeof otp === 'string' && /^[\x20-\x7e]+$/.test(otp) ? { [OTP_HEADER]: otp } : {}
}

/** Text as it is, anything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A key for one action of the user: 128 random bits, also where the page is not on https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
