import type { FastifyReply } from 'fastify'

import { Failure } from './failure.ts'

/** Aborted when the connection is closed before the answer was sent: nobody waits for it any more. */
export function clientDisconnectSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const leave = () => {
    if (!raw.writableFinished)
      gone.abort(new Failure('unavailable', 'Nobody waits for the answer any more.'))
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return gone.signal
}
