import type { ListQuery } from '@typecase/plugin-sdk/list-query'

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
