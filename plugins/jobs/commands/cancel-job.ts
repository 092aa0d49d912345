import { cancelJob } from '@typecase/contract/jobs'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import type { jobArgs } from './job-commands.ts'

export const run: Run<ArgsOf<typeof jobArgs>> = async (body, { services }) => {
  const { job } = await services.get(Api).call(cancelJob, { body })
  await services.get(Queries).invalidateQueries({ queryKey: ['jobs.list'] })
  return { message: `${job.title}: stopped after ${job.done} of ${job.total}` }
}
