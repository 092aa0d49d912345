import { inBucketOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, MakePlan, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'
import { Selection } from '@typecase/plugin-sdk/services'

import * as call from '../calls/delete.ts'
import { objectsRoute } from '../routes.ts'
import { bulkCall } from './bulk-command.ts'
import { planBulk } from './bulk-plan.ts'
import type { scopeArgs } from './conditions.ts'
import { runBulk } from './run-bulk.ts'
import { scopeRows } from './scope-rows.ts'

type Args = ArgsOf<typeof scopeArgs>

export async function* run(args: Args, given: RunContext): AsyncGenerator<Progress, Outcome> {
  const { scope, bucket } = args
  const context = inBucketOf(given, bucket)
  const { services, facts, go } = context
  const open = facts['route.objectID']
  const isOpen = open !== undefined && 'ids' in scope && scope.ids.includes(open)
  const [opened] = isOpen ? await scopeRows({ kind: 'ids', ids: [open] }, context) : []
  const outcome = yield* runBulk(scope, bulkCall(call, args, context), context)
  const failed = outcome.failures?.map(({ id }) => id) ?? []
  if (failed.length === 0) services.get(Selection).clear('object')
  if (isOpen && !failed.includes(open)) {
    // What is gone cannot stay open (specification §2): the list of its type takes its place.
    const type = opened?.type
    await go(objectsRoute, { search: type ? { query: { type } } : {}, isReplace: true })
  }
  return outcome
}

export const plan: MakePlan<Args> = (args, given) => {
  const context = inBucketOf(given, args.bucket)
  return planBulk(args.scope, bulkCall(call, args, context), context)
}
