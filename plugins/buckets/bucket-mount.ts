import { bucketQuery } from '@typecase/content/bucket'
import type { Bucket } from '@typecase/contract/buckets'
import { getBucket } from '@typecase/contract/buckets'
import { permissionsIn } from '@typecase/contract/roles'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { apiQueryKey } from '@typecase/plugin-sdk/api-query'
import type { BucketMountService } from '@typecase/plugin-sdk/mount'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** Looks a bucket up in the query cache, and states the role and the permissions that the user has in it. */
export function createBucketMount(services: Services): BucketMountService {
  const queries = services.get(Queries)
  return {
    async enter(slug) {
      try {
        await queries.ensureQueryData({ ...bucketQuery(services, slug), revalidateIfStale: true })
        return true
      } catch (error) {
        // An address that cannot be a bucket's is refused as invalid, which for its visitor is the same.
        if (isApiError(error, 'not_found', 'forbidden', 'invalid')) return false
        throw error
      }
    },
    facts(slug) {
      const key = slug && apiQueryKey(getBucket, { query: { slug } })
      const bucket = key ? queries.getQueryData<{ bucket: Bucket }>(key)?.bucket : undefined
      return {
        'bucket.role': bucket?.role,
        can: bucket && new Set(permissionsIn({ role: bucket.role, ...bucket.role_options })),
      }
    },
    // A role that changed takes effect with the next answer.
    subscribe: (listener) =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.queryKey[0] === getBucket.id) listener()
      }),
  }
}
