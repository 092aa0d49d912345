import { undoChangeSet } from '@typecase/contract/change-sets'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallPlace, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { changeSetArgs } from '../commands/job-commands.ts'

export const callOf = (
  { bucket, change_set_id }: ArgsOf<typeof changeSetArgs>,
  { bucketSlug }: CallPlace,
): ServerCall<typeof undoChangeSet> => ({
  endpoint: undoChangeSet,
  body: { slug: bucket ?? bucketSlug, change_set_id },
})
