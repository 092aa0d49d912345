import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { currentSearch, listSearch } from '../list/address.ts'
import { readUrlQuery } from '../list/url-query.ts'
import { objectsRoute } from '../routes.ts'
import type { sortByArgs } from './list-commands.ts'

/** From the first page on: another order makes the place in the former one meaningless. */
export const run: Run<ArgsOf<typeof sortByArgs>> = async ({ sort }, { services, facts, go }) => {
  const search = currentSearch(services, facts)
  const { query, unreadable } = readUrlQuery(search.query)
  await go(objectsRoute, {
    search: listSearch({ query: unreadable ?? query, limit: search.limit, sort }),
    isReplace: true,
  })
}
