import type { ArgsOf, MakePlan, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'

import * as call from '../calls/publish.ts'
import { isOpenInEditor, publishOpen } from '../editor/commands/publish-open.ts'
import type { publishArgs } from './bulk-commands.ts'
import { bulkCall } from './bulk-command.ts'
import { planBulk } from './bulk-plan.ts'
import { runBulk } from './run-bulk.ts'

type Args = ArgsOf<typeof publishArgs>

export async function* run(args: Args, context: RunContext): AsyncGenerator<Progress, Outcome> {
  const { scope, all_versions } = args
  if (!all_versions && 'ids' in scope && isOpenInEditor(scope.ids)) {
    const object = await publishOpen(context)
    return object ? { message: `Published “${object.title}”.` } : {}
  }
  return yield* runBulk(scope, bulkCall(call, args, context), context)
}

export const plan: MakePlan<Args> = (args, context) =>
  planBulk(args.scope, bulkCall(call, args, context), context)
