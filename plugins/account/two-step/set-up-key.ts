import { PRODUCT } from '@typecase/contract/product'

/** The letters of base32 (RFC 4648). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Of five bits each: 160 bits, what RFC 4226 recommends and the server asks for. */
const LENGTH = 32

/** A new secret for an authenticator app, made here so that it is shown without being fetched. */
export const newSetUpKey = (): string =>
  // 256 is a multiple of 32, so that every letter is as likely.
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => ALPHABET[byte % 32]).join('')

/** In groups of four, to be typed. Apps and the server take it with the spaces. */
export const spaced = (key: string): string => key.replace(/.{4}(?=.)/g, '$& ')

/** The address in the QR code, as authenticator apps read it; the defaults of every app are spelled out. */
export function otpAddress(key: string, email: string): string {
  const label = `${encodeURIComponent(PRODUCT)}:${encodeURIComponent(email)}`
  const issuer = encodeURIComponent(PRODUCT)
  return `otpauth://totp/${label}?secret=${key}&issuer=${issuer}&algorithm=SHA1&digits=6&period=30`
}
