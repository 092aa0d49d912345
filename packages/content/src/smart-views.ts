import { countSmartViews, listSmartViews, type SmartView } from '@typecase/contract/smart-views'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { Queries } from '@typecase/plugin-sdk/services'
import { token, type Services } from '@typecase/plugin-sdk/token'

/** How long smart views count as fresh, in ms. The bucket's events report changes earlier. */
const FRESH = 30_000

/** Returns query options for the smart views of a bucket that the user can see, in their order. */
export const smartViewsQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listSmartViews, { query: { slug } }),
  staleTime: FRESH,
})

/**
 * Reads the smart views of a bucket, from the query cache while they are fresh. @throws ApiError when the call fails
 */
export async function readSmartViews(
  services: Services,
  slug: string,
): Promise<readonly SmartView[]> {
  const options = smartViewsQuery(services, slug)
  return (await services.get(Queries).fetchQuery(options)).smart_views
}

/** Returns query options for the number of objects in each view, in one response; refreshed with the bucket's lists. */
export const viewCountsQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, countSmartViews, { query: { slug } }),
  staleTime: FRESH,
})

/** Reads the counts by the id of their view; null for a view with an invalid query. */
export async function readViewCounts(
  services: Services,
  slug: string,
): Promise<ReadonlyMap<string, number | null>> {
  const { counts } = await services.get(Queries).fetchQuery(viewCountsQuery(services, slug))
  return new Map(counts.map(({ id, count }) => [id, count]))
}

/** Returns the query of a saved view. */
export function queryOfView({ query_string: text }: Pick<SmartView, 'query_string'>): ListQuery {
  try {
    const query: unknown = JSON.parse(new URLSearchParams(text).get('query') ?? '{}')
    const isQuery = typeof query === 'object' && query !== null && !Array.isArray(query)
    return isQuery ? (query as ListQuery) : {}
  } catch {
    return {}
  }
}

/** Returns the query string of a list of objects with this query. */
export const queryStringOf = (query: ListQuery): string =>
  new URLSearchParams({ query: JSON.stringify(query) }).toString()

/** The state of a list of objects that a smart view stores. */
export interface ListLook {
  readonly query: ListQuery
  /** Undefined for the manual order that editors arrange. */
  readonly sort: string | undefined
  /** Paths of the columns; undefined for the default ones. */
  readonly columns: readonly string[] | undefined
  readonly group: string | undefined
}

/** The list of objects on screen, for saving it as a view or restoring a view. */
export interface LookOfList extends ListLook {
  /** Restores the list to the saved state of its view. */
  reset(): Promise<void>
}
export const lookOfList = token<LookOfList>('content.look-of-list', 1)

/** Returns the list state that a view stores. */
export const lookOfView = (view: SmartView): ListLook => ({
  query: queryOfView(view),
  sort: view.sort ?? undefined,
  columns: view.columns ?? undefined,
  group: view.group ?? undefined,
})
