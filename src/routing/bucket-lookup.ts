import { redirect } from '@tanstack/react-router'
import type { Bucket } from '@typecase/contract/buckets'
import { getBucket } from '@typecase/contract/buckets'
import { permissionsOf } from '@typecase/contract/roles'
import type { FactPatch } from '@typecase/plugin-sdk/facts'
import { apiQueryKey, apiQueryOptions } from '@typecase/plugin-sdk/react/queries'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { ApiError } from '../api/api-error.ts'

/** The specification's freshness of the bucket query (section 9). */
const FRESH = 30_000

const inputOf = (slug: string) => ({ query: { slug } })

/** The cache key of a bucket. */
export const bucketKey = (slug: string) => apiQueryKey(getBucket, inputOf(slug))

/**
 * Fetches the bucket of a page, from the cache when it is there.
 * @throws a redirect to /404 when there is none that this user may see
 */
export async function lookUpBucket(services: Services, slug: string): Promise<void> {
  try {
    await services.get(Queries).ensureQueryData({
      ...apiQueryOptions(services, getBucket, inputOf(slug)),
      staleTime: FRESH,
      revalidateIfStale: true,
    })
  } catch (error) {
    // An address that cannot be a bucket's is refused as invalid, which for its visitor is the same.
    const isAbsent =
      error instanceof ApiError && ['not_found', 'forbidden', 'invalid'].includes(error.code)
    // oxlint-disable-next-line typescript/only-throw-error -- this is how the router takes redirects
    if (isAbsent) throw redirect({ href: '/404', replace: true })
    throw error
  }
}

/** What follows from being in a bucket; everything is taken back outside of one. */
export function bucketFacts(services: Services, slug: string | undefined): FactPatch {
  const answer = slug
    ? services.get(Queries).getQueryData<{ bucket: Bucket }>(bucketKey(slug))
    : undefined
  const role = answer?.bucket.role
  return { 'bucket.role': role, can: role ? new Set(permissionsOf[role]) : undefined }
}
