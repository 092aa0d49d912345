import { bucketQuery, requireType } from '@typecase/content/bucket'
import { lookOfView, readSmartViews } from '@typecase/content/smart-views'
import { getBucket } from '@typecase/contract/buckets'
import type { Endpoint, InputOf } from '@typecase/contract/endpoint'
import { getObject } from '@typecase/contract/objects'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { PrefetchContext } from '@typecase/plugin-sdk/route'
import { Queries, Storage } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { readListAddress } from './list/list-address.ts'
import { keptLimit } from './list/preferences.ts'
import type { ListSearch } from './list/url-query.ts'
import { objectsQuery } from './queries.ts'

/** Loads the types and the first rows while the code of the page is still on its way. */
export async function prefetchList({
  params: { bucketSlug },
  search,
  services,
}: PrefetchContext<{ bucketSlug: string }, ListSearch>): Promise<void> {
  const queries = services.get(Queries)
  const view = await viewOf(services, bucketSlug, search.smartViewID)
  const pageSize = keptLimit(services.get(Storage))
  const { type, hasQuery, page } = readListAddress(search, view, pageSize)
  // A view of a type that was deleted says so itself.
  if (type !== undefined && hasQuery) await requireType(services, bucketSlug, type)
  const bucket = queries.ensureQueryData(bucketQuery(services, bucketSlug))
  // Without collapsed groups, which the page leaves out itself.
  await Promise.all([bucket, queries.ensureQueryData(objectsQuery(services, bucketSlug, page))])
}

/** What the smart view of an address keeps. Without it, the page says what went wrong. */
async function viewOf(services: Services, slug: string, id: string | number | undefined) {
  if (id === undefined) return undefined
  const views = await readSmartViews(services, slug).catch(() => [])
  const view = views.find((one) => one.id === String(id))
  return view && lookOfView(view)
}

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
