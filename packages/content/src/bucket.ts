import { type Bucket, getBucket } from '@typecase/contract/buckets'

import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** How long a bucket counts as fresh (specification §9). */
const FRESH = 30_000

/** The bucket on screen; its object types and their folders come with it. */
export const bucketQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, getBucket, { query: { slug } }),
  staleTime: FRESH,
})

export async function readBucket(services: Services, slug: string): Promise<Bucket> {
  const { bucket } = await services.get(Queries).fetchQuery(bucketQuery(services, slug))
  return bucket
}
