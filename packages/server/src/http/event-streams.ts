import type { Readable } from 'node:stream'

import type { FastifyReply } from 'fastify'

import type { Admission } from './admission.ts'
import type { FairQueue } from './fair-queue.ts'
import { ipKey } from './limits-keys.ts'

/** The parts of a call that an event stream needs. */
interface StreamCall {
  readonly ip: string
  readonly signal: AbortSignal
  readonly reply: FastifyReply
}

/** Lets one stream open per turn of the event loop: thousands at once would block all other requests. */
export async function awaitOpening(
  { streamOpenings }: Admission,
  { signal }: StreamCall,
  lane: string,
): Promise<void> {
  setImmediate(await streamOpenings.enter(lane, signal))
}

/**
 * Takes a slot among the open streams of a holder and of its address, until the connection closes.
 * @throws Failure `limited` if either has too many
 */
export async function admitStream(
  { streamsOfAddress }: Admission,
  { ip, signal, reply }: StreamCall,
  [streamsOfHolder, holder]: readonly [FairQueue, string],
): Promise<void> {
  reply.raw.once('close', await streamsOfHolder.enter(holder, signal))
  reply.raw.once('close', await streamsOfAddress.enter(ipKey(ip), signal))
}

export function sendStream({ reply }: StreamCall, stream: Readable): FastifyReply {
  // A response to HEAD has no body, so the stream would never end by itself.
  reply.raw.once('close', () => stream.destroy())
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .send(stream)
}
