import { EXTENSION_HEADER, OTP_HEADER } from '@typecase/contract/product'
import type { CallOptions } from '@typecase/plugin-sdk/services'

/** Returns the headers of a call, except `content-type`. */
export function headersOf(
  token: string | undefined,
  { idempotencyKey, ifMatch, workspace, extension }: CallOptions,
): Record<string, string> {
  return {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
    ...(workspace && { workspace }),
    ...(extension !== undefined && { [EXTENSION_HEADER]: extension }),
  }
}

/** Returns the header that repeats the one-time code of the body, as specified. */
export function otpHeader(body: unknown): Record<string, string> {
  const otp = typeof body === 'object' && body !== null && 'otp' in body ? body.otp : undefined
  return typeof otp === 'string' && /^[\x20-\x7e]+$/.test(otp) ? { [OTP_HEADER]: otp } : {}
}

/** Creates a key for one user action: 128 random bits. Works on pages without https, too. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
