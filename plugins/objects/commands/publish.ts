import { publishObjects } from '@typecase/contract/objects'
import type { ArgsOf, MakePlan, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { bucketSlugOf } from '../bucket-slug.ts'
import { isOpenInEditor, publishOpen } from '../editor/commands/publish-open.ts'
import { type BulkCall, planBulk } from './bulk-plan.ts'
import type { publishArgs } from './bulk-commands.ts'
import { runBulk } from './run-bulk.ts'

type Args = ArgsOf<typeof publishArgs>

const callOf = ({ all_versions }: Args, { services, facts, signal }: RunContext): BulkCall => ({
  verb: 'Publish',
  done: (objects) => `Published ${objects}.`,
  already: 'published already',
  send: (scope) => {
    const body = { slug: bucketSlugOf(facts), ...scope, ...(all_versions && { all_versions }) }
    return services.get(Api).call(publishObjects, { body }, { signal })
  },
})

export async function* run(args: Args, context: RunContext): AsyncGenerator<Progress, Outcome> {
  const { scope, all_versions } = args
  if (!all_versions && 'ids' in scope && isOpenInEditor(scope.ids)) {
    const object = await publishOpen(context)
    return object ? { message: `Published “${object.title}”.` } : {}
  }
  return yield* runBulk(scope, callOf(args, context), context)
}

export const plan: MakePlan<Args> = (args, context) =>
  planBulk(args.scope, callOf(args, context), context)
