import { bucketEvents } from '@typecase/contract/events'

import type { App } from '../../app.ts'
import { admitStream, awaitOpening, sendStream } from '../../http/event-streams.ts'
import { handle, type Route } from '../../http/handle.ts'
import { bearerOf } from '../../http/principal.ts'
import { openBucket, readVersion } from '../buckets/bucket-access.ts'
import { openEventStream } from './event-stream.ts'

export function routes({ db, sessions, events, clock, admission }: App): Route[] {
  return [
    handle(bucketEvents, async (call) => {
      const { principal, request } = call
      const { slug } = call.query
      const { sessionHash } = principal
      await awaitOpening(admission, call, sessionHash)
      const access = await openBucket(db, principal, slug)
      const token = bearerOf(request)
      await admitStream(admission, call, [admission.streamsOfSession, sessionHash])
      const stream = openEventStream({
        events,
        bucketId: access.bucketId,
        userId: principal.userId,
        now: clock.now,
        readVersion: () => readVersion(db, access),
        onSessionEnd: (listener) => sessions.onEnd(sessionHash, listener),
        async isAllowed() {
          const session = token === undefined ? undefined : await sessions.find(token)
          if (!session) return false
          const { bucketId } = await openBucket(db, session, slug)
          return bucketId === access.bucketId
        },
      })
      return sendStream(call, stream)
    }),
  ]
}
