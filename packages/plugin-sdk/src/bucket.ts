import { type Bucket, getBucket } from '@typecase/contract/buckets'

import { apiQueryOptions } from './react/queries.tsx'
import { Queries } from './services.ts'
import type { Services } from './token.ts'

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
