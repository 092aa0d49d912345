import type { ListLook } from '@typecase/content/smart-views'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'

import { type ObjectsPage, readLimit, readSkip, sortWithin } from './page.ts'
import { type ListSearch, queryOfAddress, typeOf } from './url-query.ts'

/** The list that a URL shows. */
export interface ListAddress {
  readonly query: ListQuery
  /** The URL has its own query, with or without a view. */
  readonly hasQuery: boolean
  /** That query as text, if it cannot be parsed. */
  readonly unreadable?: string | undefined
  /** The object type that the query is restricted to. */
  readonly type: string | undefined
  readonly sort: string | undefined
  readonly group: string | undefined
  /** The rows on screen if no group is collapsed. */
  readonly page: ObjectsPage
}

type Search = { readonly [Key in keyof ListSearch]?: ListSearch[Key] | undefined }

/** The user's preferences for lists. */
export interface ListDefaults {
  readonly pageSize?: number | undefined
  /** The default order for a type. Smart views have their own. */
  readonly sortOf?: (type: string | undefined) => string | undefined
}

/**
 * Reads the URL of a list: its own parameters come first, then its smart view, then the user's defaults. The page and
 * its prefetch both read it here, so they request the same rows.
 */
export function readListAddress(
  search: Search,
  view: ListLook | undefined,
  { pageSize, sortOf }: ListDefaults,
): ListAddress {
  const listQuery = queryOfAddress({ query: search.query, type: search.type })
  const query = listQuery?.query ?? view?.query ?? {}
  const sort = search.sort ?? (view ? view.sort : sortOf?.(typeOf(query)))
  const group = (search.group ?? view?.group) || undefined
  const order = sortWithin(group, sort)
  return {
    query,
    hasQuery: listQuery !== undefined,
    unreadable: listQuery?.unreadable,
    type: typeOf(query),
    sort,
    group,
    page: {
      query,
      limit: readLimit(search.limit, pageSize),
      skip: readSkip(search.skip),
      ...(order && { sort: order }),
    },
  }
}
