import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { callOf } from '../calls/restore.ts'
import { bucketSlugOf, refreshTrash } from '../queries.ts'
import type { restoreArgs } from './trash-commands.ts'

export const run: Run<ArgsOf<typeof restoreArgs>> = async (args, { services, facts }) => {
  const { endpoint, body } = callOf(args, { bucketSlug: bucketSlugOf(facts) })
  const { restored, failed } = await services.get(Api).call(endpoint, { body })
  await refreshTrash(services)
  return {
    message: restored === 1 ? 'Restored 1 object' : `Restored ${restored} objects`,
    failures: failed.map(({ object_id, reason }) => ({ id: object_id, reason })),
  }
}
