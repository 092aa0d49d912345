import { requireType } from '@typecase/content/bucket'
import { getBucket } from '@typecase/contract/buckets'
import type { Endpoint, InputOf } from '@typecase/contract/endpoint'
import { getObject } from '@typecase/contract/objects'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { PrefetchContext } from '@typecase/plugin-sdk/route'
import { Queries } from '@typecase/plugin-sdk/services'

/**
 * Fills the cache while the code loads. Cached data is shown at once and refreshed in the background; otherwise a new
 * object that moves to its own URL would be replaced by a loading page, and lose the focus.
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
      // The page asks again, and can then show the error.
      .catch(() => undefined)
  await Promise.all([
    objectID === 'new' && search.type
      ? requireType(services, slug, search.type)
      : read(getBucket, { query: { slug } }),
    objectID !== 'new' && read(getObject, { query: { slug, object_id: objectID } }),
  ])
}
