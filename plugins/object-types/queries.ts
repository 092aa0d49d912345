import { getBucket } from '@typecase/contract/buckets'
import { apiQueryKey } from '@typecase/plugin-sdk/api-query'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** Invalidates the bucket after a change of a type or folder. */
export async function refreshBucket(services: Services, slug: string): Promise<void> {
  await services
    .get(Queries)
    .invalidateQueries({ queryKey: apiQueryKey(getBucket, { query: { slug } }) })
}
