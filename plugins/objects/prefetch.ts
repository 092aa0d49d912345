import { bucketQuery, requireType } from '@typecase/content/bucket'
import { lookOfView, readSmartViews } from '@typecase/content/smart-views'
import type { PrefetchContext } from '@typecase/plugin-sdk/route'
import { Queries, Storage } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { readListAddress } from './list/list-address.ts'
import { savedLimit, savedSort } from './list/preferences.ts'
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
  const storage = services.get(Storage)
  const { type, hasQuery, page } = readListAddress(search, view, {
    pageSize: savedLimit(storage),
    sortOf: (slug) => savedSort(storage, bucketSlug, slug),
  })
  // A view of a type that was deleted says so itself.
  if (type !== undefined && hasQuery) await requireType(services, bucketSlug, type)
  const bucket = queries.ensureQueryData(bucketQuery(services, bucketSlug))
  // Without collapsed groups, which the page leaves out itself.
  await Promise.all([bucket, queries.ensureQueryData(objectsQuery(services, bucketSlug, page))])
}

/** The look of the address's smart view. Errors are left to the page. */
async function viewOf(services: Services, slug: string, id: string | number | undefined) {
  if (id === undefined) return undefined
  const views = await readSmartViews(services, slug).catch(() => [])
  const view = views.find((one) => one.id === String(id))
  return view && lookOfView(view)
}
