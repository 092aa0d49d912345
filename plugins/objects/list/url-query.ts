import { readUrlQuery, type UrlQuery } from '@typecase/content/url-query'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'

/** The object type that a query is restricted to, when it says so plainly. */
export function typeOf(query: ListQuery): string | undefined {
  const type = query['type']
  return typeof type === 'string' ? type : undefined
}

/** The query without its plain restriction to a type: what the query line shows. */
export function withoutType(query: ListQuery): ListQuery {
  if (typeOf(query) === undefined) return query
  const { type: _type, ...rest } = query
  return rest
}

/** A query restricted to a type; undefined means all types. */
export function withType(rest: ListQuery, type: string | undefined): ListQuery {
  if (type === undefined) return rest
  return 'type' in rest ? { type, $and: [rest] } : { type, ...rest }
}

/** A query plus one more condition on a field; `undefined` takes the condition on that field away. */
export function withCondition(query: ListQuery, field: string, value: unknown): ListQuery {
  const { [field]: _former, ...others } = query
  return value === undefined ? others : { ...others, [field]: value }
}

/** The query string of a list. */
export interface ListSearch {
  query?: string | object
  /** The type that it is restricted to, where `query` does not say it. */
  type?: string
  sort?: string
  group?: string
  limit?: number
  skip?: number
  /** The smart view whose list it is; other parts of the address override what the view keeps. */
  smartViewID?: string | number
}

/** The query that an address names itself; none where it names a smart view alone. */
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

/** Dashboard order, for a list that would have another one without a word about it. */
export const ARRANGED = '-order'

interface Parts {
  readonly query?: string | ListQuery | undefined
  readonly sort?: string | undefined
  readonly limit?: number | undefined
  readonly skip?: number | undefined
  readonly group?: string | undefined
  readonly smartViewID?: string | number | undefined
}

/** A query string without what it need not say. Within a smart view, no filter is one that differs from the view's. */
export function listSearch({ query, sort, group, limit, skip, smartViewID }: Parts): ListSearch {
  const isEmpty =
    query === undefined ||
    query === '' ||
    (typeof query === 'object' && Object.keys(query).length === 0)
  const isInView = smartViewID !== undefined
  return {
    ...(isInView && { smartViewID }),
    ...(query !== undefined && (isInView || !isEmpty) && { query }),
    ...(sort ? { sort } : isInView && sort === '' && { sort: ARRANGED }),
    ...(group ? { group } : isInView && group === '' && { group: '' }),
    ...(limit && { limit }),
    ...(skip && { skip }),
  }
}
