import { type } from 'arktype'

/** 24 lower-case hex characters: 40 bits of milliseconds since 2020, then 56 random bits. Never reused. */
export const id = () => type(/^[0-9a-f]{24}$/).describe('an id of 24 lower-case hex characters')

/** At least one id, at most 200,000: what a call over a selection takes. */
export const ids = () => id().array().atLeastLength(1).atMostLength(200_000)

const EPOCH = Date.UTC(2020, 0, 1)

/**
 * Makes a new id.
 * @param now UNIX ms, so that a test clock orders ids as well
 */
export function newId(now: number = Date.now()): string {
  const time = Math.max(0, now - EPOCH)
    .toString(16)
    .padStart(10, '0')
    .slice(-10)
  const random = crypto.getRandomValues(new Uint8Array(7))
  return time + Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
