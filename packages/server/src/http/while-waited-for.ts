import type { FastifyReply } from 'fastify'

import { Failure } from './failure.ts'

/** Aborted when nobody waits for the answer any more. */
export function whileWaitedFor(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.on('close', () =>
    gone.abort(new Failure('unavailable', 'Nobody waits for the answer any more.')),
  )
  return gone.signal
}
