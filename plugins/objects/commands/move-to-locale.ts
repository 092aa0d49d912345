import type { ArgsOf, MakePlan, Run, RunContext } from '@typecase/plugin-sdk/command'

import { planBulk } from './bulk-plan.ts'
import { editCall } from './edit-call.ts'
import type { localeArgs } from './edit-commands.ts'
import { runBulk } from './run-bulk.ts'

type Args = ArgsOf<typeof localeArgs>

const callOf = ({ locale }: Args, context: RunContext) =>
  editCall(
    { locale },
    { verb: 'Move', done: (objects) => `Moved ${objects} to ${locale}.`, already: 'there already' },
    context,
  )

export const run: Run<Args> = (args, context) => runBulk(args.scope, callOf(args, context), context)

export const plan: MakePlan<Args> = (args, context) =>
  planBulk(args.scope, callOf(args, context), context)
