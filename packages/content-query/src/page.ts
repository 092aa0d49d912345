import { QueryError } from './query-error.ts'

/** A page of a result. */
export interface Page {
  /** Rows to return, 1 to 1,000. */
  limit: number
  /** Rows to skip. */
  skip: number
}

const largestLimit = 1000
const largestSkip = 100_000_000

/**
 * Parses `limit` and `skip` from URLs (texts) or JSON (numbers). `defaultLimit` replaces a missing limit: 1,000 in the
 * content API.
 * @throws QueryError naming `limit` or `skip`.
 */
export function parsePage(input: { limit?: unknown; skip?: unknown }, defaultLimit: number): Page {
  return {
    limit: readInteger('limit', input.limit, 1, largestLimit) ?? defaultLimit,
    skip: readInteger('skip', input.skip, 0, largestSkip) ?? 0,
  }
}

/**
 * Parses a whole number within bounds; returns undefined for a missing one.
 * @throws QueryError naming `at`.
 */
export function readInteger(
  at: string,
  input: unknown,
  least: number,
  most: number,
): number | undefined {
  if (input === undefined || input === '' || input === null) return undefined
  const value = typeof input === 'string' && /^\d{1,15}$/.test(input) ? Number(input) : input
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) {
    return value
  }
  throw new QueryError('invalid_value', at, `must be a whole number from ${least} to ${most}`)
}
