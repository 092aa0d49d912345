import * as jobs from '@typecase/contract/jobs'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { ServerCall } from '@typecase/plugin-sdk/server-call'

import type { jobArgs } from './commands.ts'

export const cancelJob = {
  callOf: ({ job_id }: ArgsOf<typeof jobArgs>): ServerCall<typeof jobs.cancelJob> => ({
    endpoint: jobs.cancelJob,
    body: { job_id },
  }),
}
