import { unauthenticated } from '../http/failure.ts'
import type { Principal } from '../http/principal.ts'
import { type BucketAccess, openBucketByKey } from '../resources/buckets/bucket-access.ts'

/** The bucket that the request's key opens. @throws Failure `unauthenticated` for any other caller */
export function openByKey(principal: Principal, slug: string): BucketAccess {
  if (principal.kind !== 'key') throw unauthenticated('This call needs a bucket key.')
  return openBucketByKey(principal, slug)
}
