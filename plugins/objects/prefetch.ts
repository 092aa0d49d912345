import { bucketQuery, requireType } from '@typecase/content/bucket'
import { lookOfView, readSmartViews } from '@typecase/content/smart-views'
import type { PrefetchContext } from '@typecase/plugin-sdk/route'
import { Queries, Storage } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { readListAddress } from './list/list-address.ts'
import { savedLimit, savedSort } from './list/preferences.ts'
import type { ListSearch } from './list/url-query.ts'
import { objectsQuery } from './queries.ts'

/** Loads the types and the first rows while the page's code is still loading. */
export async function prefetchList({
  params: { bucketSlug },
  search,
  services,
}: PrefetchContext<{ bucketSlug: string }, ListSearch>): Promise<void> {
  const queries = services.get(Queries)
  const view = await viewOf(services, bucketSlug, search.smartViewID)
  const storage = services.get(Storage)
  const { type, hasQuery, page } = readListAddress(search, view, {
    pageSize: savedLimit(storage),
    sortOf: (slug) => savedSort(storage, bucketSlug, slug),
  })
  // A smart view of a deleted type shows its own message.
  if (type !== undefined && hasQuery) await requireType(services, bucketSlug, type)
  const bucket = queries.ensureQueryData(bucketQuery(services, bucketSlug))
  // Collapsed groups are ignored here. The page excludes them itself.
  await Promise.all([bucket, queries.ensureQueryData(objectsQuery(services, bucketSlug, page))])
}

/** Returns the look of the URL's smart view. The page reports errors. */
async function viewOf(services: Services, slug: string, id: string | number | undefined) {
  if (id === undefined) return undefined
  const views = await readSmartViews(services, slug).catch(() => [])
  const view = views.find((one) => one.id === String(id))
  return view && lookOfView(view)
}
