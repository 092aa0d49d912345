import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import type { Services } from '@typecase/plugin-sdk/token'
import { Navigation } from '@typecase/plugin-sdk/services'

import { objectsRoute } from '../routes.ts'

/** What the query string of a list holds. */
export interface ListSearch {
  query?: string | object
  sort?: string
  limit?: number
  skip?: number
}

/** The query string of the list on screen; empty on other pages. */
export function currentSearch(services: Services, facts: FactValues): ListSearch {
  if (facts['route.id'] !== objectsRoute.id) return {}
  const [, query = ''] = services.get(Navigation).current().split('?')
  const given = new URLSearchParams(query)
  const text = (key: string): string | undefined => given.get(key) ?? undefined
  const number = (key: string): number | undefined => {
    const value = Number(given.get(key) ?? '')
    return Number.isInteger(value) && value > 0 ? value : undefined
  }
  return listSearch({
    query: text('query'),
    sort: text('sort'),
    limit: number('limit'),
    skip: number('skip'),
  })
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
