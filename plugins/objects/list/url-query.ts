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

/** What the query string of a list holds. */
export interface ListSearch {
  query?: string | object
  sort?: string
  limit?: number
  skip?: number
}

interface Parts {
  readonly query?: string | ListQuery | undefined
  readonly sort?: string | undefined
  readonly limit?: number | undefined
  readonly skip?: number | undefined
}

/** A query string without what it need not say. */
export function listSearch({ query, sort, limit, skip }: Parts): ListSearch {
  const isEmpty =
    query === undefined ||
    query === '' ||
    (typeof query === 'object' && Object.keys(query).length === 0)
  return {
    ...(!isEmpty && { query }),
    ...(sort && { sort }),
    ...(limit && { limit }),
    ...(skip && { skip }),
  }
}
