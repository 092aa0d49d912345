import { type Bucket, getBucket } from '@typecase/contract/buckets'
import { apiQueryKey, apiQueryOptions } from '@typecase/plugin-sdk/react/queries'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** How long a bucket counts as fresh (specification §9). */
const FRESH = 30_000

/** The bucket on screen; object types and their folders come with it. */
export const bucketQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, getBucket, { query: { slug } }),
  staleTime: FRESH,
})

export async function readBucket(services: Services, slug: string): Promise<Bucket> {
  const { bucket } = await services.get(Queries).fetchQuery(bucketQuery(services, slug))
  return bucket
}

/** After a change of a type or a folder. */
export async function refreshBucket(services: Services, slug: string): Promise<void> {
  await services
    .get(Queries)
    .invalidateQueries({ queryKey: apiQueryKey(getBucket, { query: { slug } }) })
}
