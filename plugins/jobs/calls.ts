import * as changeSets from '@typecase/contract/change-sets'
import * as jobs from '@typecase/contract/jobs'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallScope, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { changeSetArgs, jobArgs } from './commands.ts'

export const cancelJob = {
  callOf: ({ job_id }: ArgsOf<typeof jobArgs>): ServerCall<typeof jobs.cancelJob> => ({
    endpoint: jobs.cancelJob,
    body: { job_id },
  }),
}

export const undoChangeSet = {
  callOf: (
    { bucket, change_set_id }: ArgsOf<typeof changeSetArgs>,
    { bucketSlug }: CallScope,
  ): ServerCall<typeof changeSets.undoChangeSet> => ({
    endpoint: changeSets.undoChangeSet,
    body: { slug: bucket ?? bucketSlug, change_set_id },
  }),
}
