import type { TOTP } from 'otpauth'

import { onFirstUse } from '../on-first-use.ts'

/** Validity of a code in seconds. */
const PERIOD = 30

/** Returns the kind of code that every authenticator app supports: RFC 6238 with SHA-1, six digits, 30 seconds. */
function totpOf(secret: string): TOTP {
  const { Secret, TOTP } = onFirstUse.otpauth
  const sort = { algorithm: 'SHA1', digits: 6, period: PERIOD }
  return new TOTP({ secret: Secret.fromBase32(secret), ...sort })
}

/**
 * Normalises a secret that someone pasted: no spaces, upper case.
 * @returns undefined unless it is base32 of at least 160 bits
 */
export function readTotpSecret(text: string): string | undefined {
  const secret = text.replace(/[\s=-]/g, '').toUpperCase()
  return /^[A-Z2-7]{32,128}$/.test(secret) ? secret : undefined
}

/**
 * Returns the 30-second step that a code belongs to: the current one, the one before or the one after. Undefined for a
 * wrong code.
 * @param now UNIX ms
 */
export function totpStepOf(secret: string, code: string, now: number): number | undefined {
  // The library throws on codes of another length in bytes.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta
}

/** Returns the code at a time, as an authenticator app shows it. @param at UNIX ms */
export const totpCodeAt = (secret: string, at: number): string =>
  totpOf(secret).generate({ timestamp: at })
