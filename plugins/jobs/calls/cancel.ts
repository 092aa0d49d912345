import { cancelJob } from '@typecase/contract/jobs'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { ServerCall } from '@typecase/plugin-sdk/server-call'

import type { jobArgs } from '../commands/job-commands.ts'

export const callOf = ({ job_id }: ArgsOf<typeof jobArgs>): ServerCall<typeof cancelJob> => ({
  endpoint: cancelJob,
  body: { job_id },
})
