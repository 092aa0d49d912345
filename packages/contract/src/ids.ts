import { type } from 'arktype'

/** 24 lower-case hex characters: 40 bits of milliseconds since 2020, then 56 random bits. Never reused. */
export const id = () => type(/^[0-9a-f]{24}$/).describe('an id of 24 lower-case hex characters')

/** At least one id, at most 200,000: what a call over a selection takes. */
export const ids = () => id().array().atLeastLength(1).atMostLength(200_000)

const EPOCH = Date.UTC(2020, 0, 1)

const RANDOM = 7
/** Random bytes for many ids at once: to draw them costs more than the rest of an id. */
const drawn = new Uint8Array(64 * RANDOM)
let used = drawn.length

/** Time of the newest id, UNIX ms. */
let newest = 0

/** Has the ids that follow come after one that is there: a server starts, and its clock may have been set back. */
export function continueIdsAfter(id: string): void {
  newest = Math.max(newest, EPOCH + Number.parseInt(id.slice(0, 10), 16))
}

/**
 * Makes a new id.
 * @param now UNIX ms, so that a test clock orders ids as well
 */
export function newId(now: number = Date.now()): string {
  // While a clock that was set back catches up, ids count on by themselves.
  newest = now >= newest ? now : newest + 1
  const time = Math.max(0, newest - EPOCH)
    .toString(16)
    .padStart(10, '0')
    .slice(-10)
  if (used === drawn.length) {
    crypto.getRandomValues(drawn)
    used = 0
  }
  let random = ''
  for (const end = used + RANDOM; used < end; used += 1) {
    random += (256 + (drawn[used] ?? 0)).toString(16).slice(1)
  }
  return time + random
}
