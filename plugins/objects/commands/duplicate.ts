import type { BulkResult } from '@typecase/contract/objects'
import {
  type ArgsOf,
  type MakePlan,
  type Outcome,
  type Progress,
  type RunContext,
  refTo,
} from '@typecase/plugin-sdk/command'

import * as call from '../calls/duplicate.ts'
import { bulkCall } from './bulk-command.ts'
import { planBulk } from './bulk-plan.ts'
import type { scopeArgs } from './conditions.ts'
import { openObject } from './go-commands.ts'
import { runBulk } from './run-bulk.ts'

type Args = ArgsOf<typeof scopeArgs>

export async function* run(args: Args, context: RunContext): AsyncGenerator<Progress, Outcome> {
  const { send, ...words } = bulkCall(call, args, context)
  let copies: BulkResult['copies'] = []
  const outcome = yield* runBulk(
    args.scope,
    {
      ...words,
      async send() {
        const answer = await send()
        copies = answer.copies ?? []
        return answer
      },
    },
    context,
  )
  const [first, ...others] = copies
  if (!first || others.length > 0 || outcome.failures) return outcome
  const isOpen = context.facts['route.objectID'] !== undefined
  return {
    ...outcome,
    message: `Made “${first.title}”.`,
    ...(isOpen && { open: refTo(openObject, { id: first.copy_id }) }),
  }
}

export const plan: MakePlan<Args> = (args, context) =>
  planBulk(args.scope, bulkCall(call, args, context), context)
