import { emptyTrash } from '@typecase/contract/trash'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { bucketSlugOf, refreshTrash } from '../queries.ts'
import type { emptyArgs } from './trash-commands.ts'

export const run: Run<ArgsOf<typeof emptyArgs>> = async (_args, { services, facts }) => {
  const { deleted } = await services
    .get(Api)
    .call(emptyTrash, { body: { slug: bucketSlugOf(facts) } })
  await refreshTrash(services)
  return {
    message: deleted === 1 ? 'Deleted 1 object for good' : `Deleted ${deleted} objects for good`,
  }
}
