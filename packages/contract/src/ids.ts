import { type } from 'arktype'

/**
 * 24 lower-case hex characters: 40 bits of milliseconds since 2020, a count of 16 bits within the millisecond, 40 random
 * bits. Never reused; one process makes them in ascending order.
 */
export const id = () => type(/^[0-9a-f]{24}$/).describe('an id of 24 lower-case hex characters')

/** The selection of a bulk call: 1 to 200,000 ids. */
export const ids = () => id().array().atLeastLength(1).atMostLength(200_000)

/** Ids in an address: at most 200, separated by commas. */
export const idsInText = () =>
  type(/^[0-9a-f]{24}(,[0-9a-f]{24}){0,199}$/).describe('at most 200 ids, with commas')

const EPOCH = Date.UTC(2020, 0, 1)

const LAST_COUNT = 0xffff

/** Random bytes for many ids: drawing them one by one would cost more than the rest of an id. */
const drawn = new Uint8Array(512)
let used = drawn.length

/** Time of the newest id, UNIX ms, and its count within that millisecond. */
let newest = 0
let count = 0

/** Makes new ids sort after an existing one, in case the clock was set back before the server started. */
export function continueIdsAfter(id: string): void {
  const time = EPOCH + Number.parseInt(id.slice(0, 10), 16)
  // An id in another format gives NaN, for which the comparison is false.
  if (!(time >= newest)) return
  newest = time
  count = LAST_COUNT
}

/**
 * Makes a new id.
 * @param now UNIX ms, so that a test clock orders ids as well
 */
export function newId(now: number = Date.now()): string {
  if (now > newest) {
    newest = now
    // Processes that share a database start at different counts. The upper half of the range is left for counting.
    count = Number.parseInt(randomHex(2), 16) >> 1
  } else if (count < LAST_COUNT) {
    // This covers ids of one millisecond, and a clock that was set back.
    count += 1
  } else {
    newest += 1
    count = 0
  }
  return hex(Math.max(0, newest - EPOCH), 10) + hex(count, 4) + randomHex(5)
}

const hex = (value: number, digits: number) =>
  value.toString(16).padStart(digits, '0').slice(-digits)

function randomHex(bytes: number): string {
  if (used + bytes > drawn.length) {
    crypto.getRandomValues(drawn)
    used = 0
  }
  let text = ''
  for (const end = used + bytes; used < end; used += 1) {
    text += (256 + (drawn[used] ?? 0)).toString(16).slice(1)
  }
  return text
}
