import { type } from 'arktype'

/** Rows of a page: 1 to 1000. */
export const limit = () => type('1 <= number.integer <= 1000')
/** Rows to pass over. */
export const skip = () => type('0 <= number.integer <= 100000000')
/** JSON answer of calls that only confirm. */
export const message = () => type({ message: 'string' })
/**
 * A time such as `publish_at` on write: UNIX ms, ISO 8601 with a time zone, or null to clear. The server validates
 * it.
 */
export const instant = () => type('number | string <= 100 | null')
/** UNIX ms or null on read. */
export const instantOut = () => type('number | null')
