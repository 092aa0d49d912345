import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { withType } from '../list/url-query.ts'
import { objectsRoute } from '../routes.ts'
import type { openObjectsArgs } from './go-commands.ts'

export const run: Run<ArgsOf<typeof openObjectsArgs>> = async ({ type, query = {} }, { go }) => {
  // The schema says "an object", which a query is.
  const whole = withType(query as Readonly<Record<string, unknown>>, type)
  await go(objectsRoute, { search: Object.keys(whole).length > 0 ? { query: whole } : {} })
}
