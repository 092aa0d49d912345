import { EXTENSION_HEADER, OTP_HEADER } from '@typecase/contract/product'
import type { CallOptions } from '@typecase/plugin-sdk/services'

/** Headers in addition to the content type. */
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

/** The one-time code is also sent in a header, as specified. */
export function otpHeader(body: unknown): Record<string, string> {
  const otp = typeof body === 'object' && body !== null && 'otp' in body ? body.otp : undefined
  return typeof otp === 'string' && /^[\x20-\x7e]+$/.test(otp) ? { [OTP_HEADER]: otp } : {}
}

/** A key for one action of the user: 128 random bits, also where the page is not on https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
