import type { ArgsOf, MakePlan, Run, RunContext } from '@typecase/plugin-sdk/command'

import { longTime } from '../list/status.ts'
import { planBulk } from './bulk-plan.ts'
import { editCall } from './edit-call.ts'
import { runBulk } from './run-bulk.ts'
import type { scheduleArgs } from './schedule-commands.ts'

type Args = ArgsOf<typeof scheduleArgs>

const callOf = ({ at }: Args, context: RunContext) =>
  editCall(
    // A scheduled copy is a draft with a time (specification §4).
    { status: 'draft', publish_at: at },
    {
      verb: 'Schedule',
      done: (objects) => `${objects} will be published ${longTime(at)}.`,
      already: 'scheduled so already',
    },
    context,
  )

export const run: Run<Args> = (args, context) => runBulk(args.scope, callOf(args, context), context)

export const plan: MakePlan<Args> = (args, context) =>
  planBulk(args.scope, callOf(args, context), context)
