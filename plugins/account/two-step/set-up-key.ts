import { PRODUCT } from '@typecase/contract/product'

/** The letters of base32 (RFC 4648). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Number of letters, each with five bits: 160 bits, as RFC 4226 recommends and the server requires. */
const LENGTH = 32

/** Creates a secret for an authenticator app, in the browser, so that it can be shown without a request. */
export const newSetUpKey = (): string =>
  // 256 is a multiple of 32, so all letters are equally likely.
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => ALPHABET[byte % 32]).join('')

/** Splits the key into groups of four for typing. Apps and the server accept the spaces. */
export const spaceKey = (key: string): string => key.replace(/.{4}(?=.)/g, '$& ')

/** Returns the address for the QR code, in the format of authenticator apps. The defaults are stated explicitly. */
export function otpAddress(key: string, email: string): string {
  const label = `${encodeURIComponent(PRODUCT)}:${encodeURIComponent(email)}`
  const issuer = encodeURIComponent(PRODUCT)
  return `otpauth://totp/${label}?secret=${key}&issuer=${issuer}&algorithm=SHA1&digits=6&period=30`
}
