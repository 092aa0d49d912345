import { getBucket } from '@typecase/contract/buckets'
import { apiQueryKey } from '@typecase/plugin-sdk/api-query'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** After a change of a type or a folder. */
export async function refreshBucket(services: Services, slug: string): Promise<void> {
  await services
    .get(Queries)
    .invalidateQueries({ queryKey: apiQueryKey(getBucket, { query: { slug } }) })
}
