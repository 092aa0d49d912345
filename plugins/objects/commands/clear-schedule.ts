import type { ArgsOf, MakePlan, Run, RunContext } from '@typecase/plugin-sdk/command'

import { planBulk } from './bulk-plan.ts'
import type { scopeArgs } from './conditions.ts'
import { editCall } from './edit-call.ts'
import { runBulk } from './run-bulk.ts'

type Args = ArgsOf<typeof scopeArgs>

const callOf = (context: RunContext) =>
  editCall(
    { publish_at: null, unpublish_at: null },
    {
      verb: 'Clear the schedule of',
      done: (objects) => `Cleared the schedule of ${objects}.`,
      already: 'without a schedule',
    },
    context,
  )

export const run: Run<Args> = ({ scope }, context) => runBulk(scope, callOf(context), context)

export const plan: MakePlan<Args> = ({ scope }, context) =>
  planBulk(scope, callOf(context), context)
