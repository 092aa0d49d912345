import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { currentSearch, listSearch } from '../list/address.ts'
import { readUrlQuery, withCondition } from '../list/url-query.ts'
import { objectsRoute } from '../routes.ts'
import type { statusFilterArgs } from './list-commands.ts'

export const run: Run<ArgsOf<typeof statusFilterArgs>> = async (
  { status },
  { services, facts, go },
) => {
  const search = currentSearch(services, facts)
  const { query } = readUrlQuery(search.query)
  const filtered = withCondition(query, 'status', status === 'any' ? undefined : status)
  await go(objectsRoute, { search: listSearch({ ...search, skip: undefined, query: filtered }) })
}
