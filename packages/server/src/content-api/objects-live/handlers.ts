import { liveObjects } from '@typecase/contract/content-live'

import type { App } from '../../app.ts'
import { admitStream, awaitOpening, sendStream } from '../../http/event-streams.ts'
import { handle, type Route } from '../../http/handle.ts'
import type { BucketSnapshot } from '../../resources/buckets/bucket-snapshots.ts'
import { principalIn } from '../keys.ts'
import { createLiveFeeds } from './live-feeds.ts'
import { openLiveStream } from './live-stream.ts'

export function routes(app: App): Route[] {
  const { admission, buckets } = app
  const feeds = createLiveFeeds(app)
  return [
    handle(liveObjects, async (call) => {
      const { principal, request } = call
      const { slug } = call.params
      const { bucketId, access, holder } = principal
      await awaitOpening(admission, call, holder)
      await admitStream(admission, call, [admission.streamsOfKey, `${bucketId} ${access}`])
      const { 'last-event-id': lastEventId } = request.headers
      const stream = openLiveStream({
        lastEventId: lastEventId?.toString(),
        subscribe: (reader) => feeds.add({ id: bucketId, slug }, reader),
        readBucket: () => buckets.bySlug(slug),
        isAllowed: (bucket) => bucket.id === bucketId && opens(bucket),
      })
      return sendStream(call, stream)

      function opens(bucket: BucketSnapshot): boolean {
        try {
          principalIn(app, bucket, 'read', request)
          return true
        } catch {
          return false
        }
      }
    }),
  ]
}
