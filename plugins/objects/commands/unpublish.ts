import { unpublishObjects } from '@typecase/contract/objects'
import type { ArgsOf, MakePlan, Run, RunContext } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { bucketSlugOf } from '../bucket-slug.ts'
import { type BulkCall, planBulk } from './bulk-plan.ts'
import type { publishArgs } from './bulk-commands.ts'
import { runBulk } from './run-bulk.ts'

type Args = ArgsOf<typeof publishArgs>

const callOf = ({ all_versions }: Args, { services, facts, signal }: RunContext): BulkCall => ({
  verb: 'Unpublish',
  done: (objects) => `Unpublished ${objects}.`,
  already: 'drafts already',
  send: (scope) => {
    const body = { slug: bucketSlugOf(facts), ...scope, ...(all_versions && { all_versions }) }
    return services.get(Api).call(unpublishObjects, { body }, { signal })
  },
})

export const run: Run<Args> = (args, context) => runBulk(args.scope, callOf(args, context), context)

export const plan: MakePlan<Args> = (args, context) =>
  planBulk(args.scope, callOf(args, context), context)
