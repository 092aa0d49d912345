import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { callOf } from '../calls/empty.ts'
import { refreshTrash } from '../queries.ts'
import type { emptyArgs } from './trash-commands.ts'

export const run: Run<ArgsOf<typeof emptyArgs>> = async (args, { services, facts }) => {
  const { endpoint, body } = callOf(args, { bucketSlug: bucketSlugOf(facts) })
  const { deleted } = await services.get(Api).call(endpoint, { body })
  await refreshTrash(services)
  return {
    message: deleted === 1 ? 'Deleted 1 object for good' : `Deleted ${deleted} objects for good`,
  }
}
