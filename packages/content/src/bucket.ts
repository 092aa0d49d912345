import { type Bucket, getBucket } from '@typecase/contract/buckets'

import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { NotFound } from '@typecase/plugin-sdk/not-found'

/** How long a bucket counts as fresh, in ms (specification §9). */
const FRESH = 30_000

/** Returns query options for a bucket with its object types and their folders. */
export const bucketQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, getBucket, { query: { slug } }),
  staleTime: FRESH,
})

/** Reads a bucket, from the query cache while it is fresh. @throws ApiError when the call fails */
export async function readBucket(services: Services, slug: string): Promise<Bucket> {
  const { bucket } = await services.get(Queries).fetchQuery(bucketQuery(services, slug))
  return bucket
}

/** Checks an object type's slug in the `prefetch` of a page. @throws NotFound when the bucket has no such type */
export async function requireType(services: Services, slug: string, type: string): Promise<void> {
  const isIn = ({ object_types: types }: Bucket) => types.some((one) => one.slug === type)
  if (isIn(await readBucket(services, slug))) return
  // Someone else may have created the type since the bucket was cached.
  const fresh = { ...bucketQuery(services, slug), staleTime: 0 }
  if (isIn((await services.get(Queries).fetchQuery(fresh)).bucket)) return
  throw new NotFound(`There is no object type “${type}” here. It may have been renamed or deleted.`)
}
