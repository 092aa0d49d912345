import { bucketEvents } from '@typecase/contract/events'

import type { App } from '../../app.ts'
import { handle, type Route } from '../../http/handle.ts'
import { ipKey } from '../../http/limits-keys.ts'
import { bearerOf } from '../../http/principal.ts'
import { openBucket, readVersion } from '../buckets/bucket-access.ts'
import { openEventStream } from './event-stream.ts'

export function routes({ db, sessions, events, clock, admission }: App): Route[] {
  return [
    handle(bucketEvents, async ({ principal, query: { slug }, ip, signal, request, reply }) => {
      // One in each turn of the event loop: thousands at once would keep everyone else waiting until the last of them.
      setImmediate(await admission.streamOpenings.enter(principal.sessionHash, signal))
      const access = await openBucket(db, principal, slug)
      const token = bearerOf(request)
      // Until the connection is closed, which ends both.
      for (const [streams, of] of [
        [admission.streamsOfSession, principal.sessionHash],
        [admission.streamsOfAddress, ipKey(ip)],
      ] as const) {
        reply.raw.once('close', await streams.enter(of, signal))
      }
      const stream = openEventStream({
        events,
        bucketId: access.bucketId,
        userId: principal.userId,
        now: clock.now,
        readVersion: () => readVersion(db, access),
        onSessionEnd: (listener) => sessions.onEnd(principal.sessionHash, listener),
        async isAllowed() {
          const session = token === undefined ? undefined : await sessions.find(token)
          if (!session) return false
          const { bucketId } = await openBucket(db, session, slug)
          return bucketId === access.bucketId
        },
      })
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(stream)
    }),
  ]
}
