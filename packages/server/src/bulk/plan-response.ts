import { PassThrough } from 'node:stream'

import type { BulkResult } from '@typecase/contract/objects'
import type { Endpoint } from '@typecase/contract/endpoint'
import type { FastifyReply } from 'fastify'

import { toFailure } from '../http/error-handler.ts'
import type { Call } from '../http/handle.ts'

/** The parts of a call that a plan needs. */
export type PlanCall = Pick<Call<Endpoint>, 'request' | 'reply' | 'signal' | 'inTurn'>

/** Reports the partial results of a plan. */
export type Tell = (partial: object) => void

/**
 * Responds to a dry run: as JSON or, if the caller accepts `text/event-stream`, as a stream of `progress` events with
 * partial results that ends with `answer`, or with `error` if it fails. It waits for its bucket's turn and stops when
 * the client closes the connection.
 */
export async function respondWithPlan<Result extends BulkResult>(
  { request, reply, signal, inTurn }: PlanCall,
  make: (signal: AbortSignal, tell?: Tell) => Promise<Result>,
): Promise<Result | FastifyReply> {
  if (!request.headers.accept?.includes('text/event-stream')) return inTurn(() => make(signal))
  const stream = new PassThrough()
  let isBegun = false

  function send(event: string, data: object): void {
    stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    if (isBegun) return
    isBegun = true
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      .send(stream)
  }

  try {
    send('answer', await inTurn(() => make(signal, (partial) => send('progress', partial))))
  } catch (error) {
    // Before the first event, it fails like any other call.
    if (!isBegun) throw error
    const body = toFailure(error).toBody(request.id)
    if (body.status >= 500 && !signal.aborted) request.log.error({ err: error }, 'plan failed')
    send('error', body)
  }
  stream.end()
  return reply
}
