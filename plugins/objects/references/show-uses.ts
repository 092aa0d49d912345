import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { objectRef, objectsRoute } from '../routes.ts'
import { usesQuery } from './all-uses.ts'
import type { showUsesArgs } from './reference-commands.ts'

export const run: Run<ArgsOf<typeof showUsesArgs>> = async ({ id, use }, { go }) => {
  if ('id' in use) await go(objectRef, { params: { objectID: use.id } })
  else await go(objectsRoute, { search: { query: usesQuery(use, id) } })
}
