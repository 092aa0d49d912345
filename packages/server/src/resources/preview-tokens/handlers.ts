import { addPreviewToken, PREVIEW_TOKEN_MINUTES } from '@typecase/contract/preview-tokens'

import type { App } from '../../app.ts'
import { notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { previewToken } from './preview-token.ts'

export function routes(app: App): Route[] {
  return [
    handle(addPreviewToken, async ({ principal, body }) => {
      const access = await openBucket(app.db, principal, body.slug)
      const bucket = await app.buckets.bySlug(access.slug)
      if (bucket?.id !== access.bucketId) throw notFound('Bucket')
      // In whole seconds, like the expiry in the token.
      const until = Math.floor(app.clock.now() / 1000 + PREVIEW_TOKEN_MINUTES * 60) * 1000
      return {
        token: previewToken(app, bucket, until),
        expires_at: new Date(until).toISOString(),
      }
    }),
  ]
}
