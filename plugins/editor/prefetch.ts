import { requireType } from '@typecase/content/bucket'
import { getBucket } from '@typecase/contract/buckets'
import type { Endpoint, InputOf } from '@typecase/contract/endpoint'
import { getObject } from '@typecase/contract/objects'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { PrefetchContext } from '@typecase/plugin-sdk/route'
import { Queries } from '@typecase/plugin-sdk/services'

/**
 * Fills the cache while the code loads. What is there already is shown at once and asked for again behind it: a new object
 * that moves to its own address would else give way to a page that loads, and the focus with it.
 */
export async function prefetchObject({
  params,
  search,
  services,
}: PrefetchContext<{ bucketSlug: string; objectID: string }, { type?: string }>) {
  const { bucketSlug: slug, objectID } = params
  const queries = services.get(Queries)
  const read = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
    queries
      .ensureQueryData({ ...apiQueryOptions(services, endpoint, input), revalidateIfStale: true })
      // The page asks again, and then has a place to say it.
      .catch(() => undefined)
  await Promise.all([
    objectID === 'new' && search.type
      ? requireType(services, slug, search.type)
      : read(getBucket, { query: { slug } }),
    objectID !== 'new' && read(getObject, { query: { slug, object_id: objectID } }),
  ])
}
