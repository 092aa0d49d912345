import { getPreviewFrame } from '@typecase/contract/preview-sites'

import type { App } from '../../app.ts'
import { handle, type Route } from '../../http/handle.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { frameAddress } from './frame-address.ts'

export function routes(app: App): Route[] {
  return [
    handle(getPreviewFrame, async ({ principal, query }) => {
      const { bucketId } = await openBucket(app.db, principal, query.slug)
      return { url: frameAddress(app, bucketId) }
    }),
  ]
}
