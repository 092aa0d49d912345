import { forbidden, unauthenticated } from '../http/failure.ts'
import type { KeyPrincipal } from '../http/principal.ts'
import {
  type BucketAccess,
  openBucketByKey,
  withWebhooks,
} from '../resources/buckets/bucket-access.ts'
import type { Version } from './objects/object-store.ts'

/**
 * The bucket that the request's key opens.
 * @param version the versions of objects that the call is about to read; `newest` are drafts, too
 * @throws Failure `unauthenticated` for a key that does not read these versions
 */
export function openByKey(principal: KeyPrincipal, slug: string, version: Version): BucketAccess {
  if (version === 'newest' && !principal.readsDrafts) {
    throw unauthenticated(
      'The read key reads published versions only. For drafts and revisions send the preview key as read_key, or the write key.',
    )
  }
  return openBucketByKey(principal, slug)
}

/** @throws Failure `forbidden` for a read with sources that the key is not for */
export function assertSources(principal: KeyPrincipal, hasSources: boolean): void {
  if (hasSources && !principal.readsSources)
    throw forbidden('source=true needs the preview key, sent as read_key, or the write key.')
}

/** The access that fires webhooks on writes, if the call requests it. @param requested the value of `trigger_webhook` */
export const triggering = (
  access: BucketAccess,
  requested: boolean | string | undefined,
): BucketAccess =>
  requested === true || requested === 'true' ? withWebhooks(access, true) : access
