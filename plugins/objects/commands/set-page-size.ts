import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Storage } from '@typecase/plugin-sdk/services'

import { currentSearch, listSearch } from '../list/address.ts'
import { keepLimit } from '../list/preferences.ts'
import { readUrlQuery } from '../list/url-query.ts'
import { objectsRoute } from '../routes.ts'
import type { pageSizeArgs } from './list-commands.ts'

export const run: Run<ArgsOf<typeof pageSizeArgs>> = async ({ limit }, { services, facts, go }) => {
  keepLimit(services.get(Storage), limit)
  const search = currentSearch(services, facts)
  const { query, unreadable } = readUrlQuery(search.query)
  // The page that the first row on screen is on.
  const skip = Math.floor((search.skip ?? 0) / limit) * limit
  await go(objectsRoute, {
    search: listSearch({ query: unreadable ?? query, sort: search.sort, skip }),
    isReplace: true,
  })
}
