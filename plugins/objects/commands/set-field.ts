import type { ArgsOf, MakePlan, Run, RunContext } from '@typecase/plugin-sdk/command'

import { planBulk } from './bulk-plan.ts'
import { editCall } from './edit-call.ts'
import type { setFieldArgs } from './edit-commands.ts'
import { editOf } from './editable-fields.ts'
import { runBulk } from './run-bulk.ts'

type Args = ArgsOf<typeof setFieldArgs>

const callOf = ({ field, op, value }: Args, context: RunContext) =>
  editCall(
    editOf(field, op === 'clear' ? { op } : { op, value }),
    { verb: 'Change', done: (objects) => `Changed ${objects}.`, already: 'so already' },
    context,
  )

export const run: Run<Args> = (args, context) => runBulk(args.scope, callOf(args, context), context)

export const plan: MakePlan<Args> = (args, context) =>
  planBulk(args.scope, callOf(args, context), context)
