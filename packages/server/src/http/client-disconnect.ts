import type { FastifyReply } from 'fastify'

import { Failure } from './failure.ts'

/** Returns a signal that aborts when the connection closes before the response was sent. */
export function clientDisconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnect = new AbortController()
  const leave = () => {
    if (!raw.writableFinished)
      disconnect.abort(new Failure('unavailable', 'The client has disconnected.'))
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return disconnect.signal
}
