import type { Run } from '@typecase/plugin-sdk/command'

import { currentSearch, listSearch } from '../list/address.ts'
import { readUrlQuery, typeOf, withType } from '../list/url-query.ts'
import { objectsRoute } from '../routes.ts'

/** All objects of the type on screen. */
export const run: Run = async (_args, { services, facts, go }) => {
  const search = currentSearch(services, facts)
  const type = typeOf(readUrlQuery(search.query).query)
  await go(objectsRoute, {
    search: listSearch({ ...search, skip: undefined, query: withType({}, type) }),
  })
}
