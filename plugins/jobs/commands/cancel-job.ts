import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import { callOf } from '../calls/cancel.ts'
import type { jobArgs } from './job-commands.ts'

export const run: Run<ArgsOf<typeof jobArgs>> = async (args, { services }) => {
  const { endpoint, body } = callOf(args)
  const { job } = await services.get(Api).call(endpoint, { body })
  await services.get(Queries).invalidateQueries({ queryKey: ['jobs.list'] })
  return { message: `${job.title}: stopped after ${job.done} of ${job.total}` }
}
