import { randomBytes } from 'node:crypto'

/** Makes ids of requests: random per start of the server, then counted, since each request needs one and most are never read. */
export function createRequestIds(): () => string {
  const start = randomBytes(6).toString('hex')
  let count = 0
  return () => `${start}-${(count += 1).toString(36)}`
}
