import { bucketEvents } from '@typecase/contract/events'

import type { App } from '../../app.ts'
import { handle, type Route } from '../../http/handle.ts'
import { bearerOf } from '../../http/principal.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { readVersion } from '../buckets/store.ts'
import { openEventStream } from './event-stream.ts'

export function routes({ db, sessions, events, clock }: App): Route[] {
  return [
    handle(bucketEvents, async ({ principal, query: { slug }, request, reply }) => {
      const access = await openBucket(db, principal, slug)
      const token = bearerOf(request)
      const stream = openEventStream({
        events,
        bucketId: access.bucketId,
        now: clock.now,
        readVersion: () => readVersion(db.read, access),
        async isAllowed() {
          const known = token === undefined ? undefined : await sessions.find(token)
          if (!known) return false
          const { bucketId } = await openBucket(db, known, slug)
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
