import { forbidden, unauthenticated } from '../http/failure.ts'
import type { KeyPrincipal } from '../http/principal.ts'
import {
  type BucketAccess,
  openBucketByKey,
  withWebhooks,
} from '../resources/buckets/bucket-access.ts'
import type { Version } from './objects/object-store.ts'

/**
 * Opens the bucket of the request's key.
 * @param version the versions of objects that the call reads; `newest` includes drafts
 * @throws Failure `unauthenticated` for a key that must not read these versions
 */
export function openByKey(principal: KeyPrincipal, slug: string, version: Version): BucketAccess {
  if (version === 'newest' && !principal.readsDrafts) {
    throw unauthenticated(
      'The read key reads published versions only. For drafts and revisions send the preview key as read_key, or the write key.',
    )
  }
  return openBucketByKey(principal, slug)
}

/** Parameters for editors, which need a key for previews. */
interface PreviewParameters {
  readonly source?: string | undefined
  readonly release?: string | undefined
  readonly at?: string | undefined
  readonly revision?: string | undefined
}

/** @throws Failure `forbidden` naming the parameter that the key does not permit */
export function assertPreview(
  { readsPreviews }: KeyPrincipal,
  { source, release, at, revision }: PreviewParameters,
): void {
  if (readsPreviews) return
  const parameters = { 'source=true': source === 'true', release, at, revision }
  for (const [name, isSent] of Object.entries(parameters)) {
    if (isSent !== undefined && isSent !== false)
      throw forbidden(`${name} needs the preview key, sent as read_key, or the write key.`)
  }
}

/**
 * Returns access that fires webhooks on writes, if the call requests it.
 * @param requested the value of `trigger_webhook`
 */
export const triggering = (
  access: BucketAccess,
  requested: boolean | string | undefined,
): BucketAccess =>
  requested === true || requested === 'true' ? withWebhooks(access, true) : access
