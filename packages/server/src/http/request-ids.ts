import { randomBytes } from 'node:crypto'

/**
 * Returns a generator of request ids: random per start of the server, then counted, since counting is cheap and most
 * ids are never read.
 */
export function createRequestIds(): () => string {
  const start = randomBytes(6).toString('hex')
  let count = 0
  return () => `${start}-${(count += 1).toString(36)}`
}
