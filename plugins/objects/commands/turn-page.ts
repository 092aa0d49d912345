import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Storage } from '@typecase/plugin-sdk/services'

import { currentSearch, listSearch } from '../list/address.ts'
import { lastSkip, readLimit } from '../list/page.ts'
import { keptLimit } from '../list/preferences.ts'
import { readUrlQuery } from '../list/url-query.ts'
import { objectsRoute } from '../routes.ts'
import type { turnPageArgs } from './list-commands.ts'

export const run: Run<ArgsOf<typeof turnPageArgs>> = async ({ by }, { services, facts, go }) => {
  const search = currentSearch(services, facts)
  const { query, unreadable } = readUrlQuery(search.query)
  const limit = readLimit(search.limit, keptLimit(services.get(Storage)))
  const last = lastSkip(facts['view.total'] ?? 0, limit)
  const skip = Math.min(Math.max((search.skip ?? 0) + by * limit, 0), last)
  if (skip === (search.skip ?? 0)) return
  await go(objectsRoute, { search: listSearch({ ...search, query: unreadable ?? query, skip }) })
}
