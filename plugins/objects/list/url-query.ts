import { readUrlQuery, type UrlQuery } from '@typecase/content/url-query'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'

/** Returns the object type that a query is restricted to by a plain condition. */
export function typeOf(query: ListQuery): string | undefined {
  const type = query['type']
  return typeof type === 'string' ? type : undefined
}

/** Returns a query without its plain restriction to a type, as the query line shows it. */
export function withoutType(query: ListQuery): ListQuery {
  if (typeOf(query) === undefined) return query
  const { type: _type, ...rest } = query
  return rest
}

/** Returns a query restricted to a type; undefined means all types. */
export function withType(rest: ListQuery, type: string | undefined): ListQuery {
  if (type === undefined) return rest
  return 'type' in rest ? { type, $and: [rest] } : { type, ...rest }
}

/** Returns a query with the condition on a field replaced; `undefined` removes the condition. */
export function withCondition(query: ListQuery, field: string, value: unknown): ListQuery {
  const { [field]: _former, ...others } = query
  return value === undefined ? others : { ...others, [field]: value }
}

/** The query string of a list's URL. */
export interface ListSearch {
  query?: string | object
  /** The object type, if `query` does not restrict it. */
  type?: string
  sort?: string
  group?: string
  limit?: number
  skip?: number
  /** The smart view to show. Other parameters of the URL override its settings. */
  smartViewID?: string | number
}

/** Returns the query in the URL itself, or undefined if the URL only names a smart view. */
export function queryOfAddress({
  query,
  type,
}: {
  query?: string | object | undefined
  type?: string | undefined
}): UrlQuery | undefined {
  if (query === undefined && type === undefined) return undefined
  const read = readUrlQuery(query)
  return type === undefined || 'type' in read.query
    ? read
    : { ...read, query: withType(read.query, type) }
}

/** Dashboard order, stated explicitly for a list that has another order by default. */
export const DASHBOARD_ORDER = '-order'

interface Parts {
  readonly query?: string | ListQuery | undefined
  readonly sort?: string | undefined
  readonly limit?: number | undefined
  readonly skip?: number | undefined
  readonly group?: string | undefined
  readonly smartViewID?: string | number | undefined
}

/**
 * Returns the query string of a list without redundant parts. Within a smart view, an empty filter is kept, because it
 * overrides the view's.
 */
export function listSearch({ query, sort, group, limit, skip, smartViewID }: Parts): ListSearch {
  const isEmpty =
    query === undefined ||
    query === '' ||
    (typeof query === 'object' && Object.keys(query).length === 0)
  const isInView = smartViewID !== undefined
  return {
    ...(isInView && { smartViewID }),
    ...(query !== undefined && (isInView || !isEmpty) && { query }),
    ...(sort ? { sort } : isInView && sort === '' && { sort: DASHBOARD_ORDER }),
    ...(group ? { group } : isInView && group === '' && { group: '' }),
    ...(limit && { limit }),
    ...(skip && { skip }),
  }
}
