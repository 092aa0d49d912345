import { bucketQuery } from '@typecase/content/bucket'
import type { Bucket } from '@typecase/contract/buckets'
import { getBucket } from '@typecase/contract/buckets'
import { permissionsIn } from '@typecase/contract/roles'
import { isApiError, isMissing } from '@typecase/plugin-sdk/api-error'
import { apiQueryKey } from '@typecase/plugin-sdk/api-query'
import { type BucketMountService, outsideOfBuckets } from '@typecase/plugin-sdk/mount'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** Creates the service that looks up buckets in the query cache, with the user's role and permissions as facts. */
export function createBucketMount(services: Services): BucketMountService {
  const queries = services.get(Queries)
  return {
    async enter(slug) {
      try {
        await queries.ensureQueryData({ ...bucketQuery(services, slug), revalidateIfStale: true })
        return { isOpen: true }
      } catch (error) {
        if (isApiError(error, 'forbidden')) return { isOpen: false, reason: error.message }
        // A slug that no bucket can have is refused as invalid, which visitors see as not found.
        if (isMissing(error)) return { isOpen: false }
        throw error
      }
    },
    facts(slug) {
      if (slug === undefined) return outsideOfBuckets
      const state = queries.getQueryState<{ bucket: Bucket }>(
        apiQueryKey(getBucket, { query: { slug } }),
      )
      // The cache may still contain the bucket from before the role was removed.
      if (isApiError(state?.error, 'forbidden')) {
        return { ...outsideOfBuckets, ...(state.data && { 'bucket.refusal': state.error.message }) }
      }
      if (!state?.data) return outsideOfBuckets
      const { role, role_options, project } = state.data.bucket
      return {
        'bucket.role': role,
        'bucket.isDraftOnly': role_options?.publishing_restrictions === 'draft_only' || undefined,
        'bucket.additional': role_options?.additional_permissions,
        'bucket.ownTypes': role_options?.object_types ?? undefined,
        'bucket.scope': role_options?.scope,
        'bucket.assistants': role_options?.assistants,
        'bucket.projectID': project,
        'bucket.refusal': undefined,
        can: new Set(permissionsIn({ role, ...role_options })),
      }
    },
    // A changed role takes effect with the next response.
    subscribe: (listener) =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.queryKey[0] === getBucket.id) listener()
      }),
  }
}
