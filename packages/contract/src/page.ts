import { type } from 'arktype'

/** Rows per page: 1 to 1000. */
export const limit = () => type('1 <= number.integer <= 1000')
/** Number of rows to skip. */
export const skip = () => type('0 <= number.integer <= 100000000')
/** The JSON answer of calls that only confirm. */
export const message = () => type({ message: 'string' })
/**
 * A time such as `publish_at` on write: UNIX ms, ISO 8601 with a time zone, or null to clear. The server validates
 * it.
 */
export const instant = () => type('number | string <= 100 | null')
/** A time such as `publish_at` on read: UNIX ms or null. */
export const instantOut = () => type('number | null')
