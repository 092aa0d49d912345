import { deleteObjects } from '@typecase/contract/objects'
import type { ArgsOf, MakePlan, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'
import { Api, Selection } from '@typecase/plugin-sdk/services'

import { bucketSlugOf, inBucketOf } from '../bucket-slug.ts'
import { objectsRoute } from '../routes.ts'
import { type BulkCall, planBulk } from './bulk-plan.ts'
import type { scopeArgs } from './conditions.ts'
import { runBulk } from './run-bulk.ts'
import { scopeRows } from './scope-rows.ts'

type Args = ArgsOf<typeof scopeArgs>

const callOf = ({ services, facts, signal }: RunContext): BulkCall => ({
  verb: 'Delete',
  done: (objects) => `Deleted ${objects}.`,
  send: (scope) =>
    services
      .get(Api)
      .call(deleteObjects, { body: { slug: bucketSlugOf(facts), ...scope } }, { signal }),
})

export async function* run(
  { scope, bucket }: Args,
  given: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const context = inBucketOf(given, bucket)
  const { services, facts, go } = context
  const open = facts['route.objectID']
  const isOpen = open !== undefined && 'ids' in scope && scope.ids.includes(open)
  const [opened] = isOpen ? await scopeRows({ kind: 'ids', ids: [open] }, context) : []
  const outcome = yield* runBulk(scope, callOf(context), context)
  const failed = outcome.failures?.map(({ id }) => id) ?? []
  if (failed.length === 0) services.get(Selection).clear('object')
  if (isOpen && !failed.includes(open)) {
    // What is gone cannot stay open (specification §2): the list of its type takes its place.
    const type = opened?.type
    await go(objectsRoute, { search: type ? { query: { type } } : {}, isReplace: true })
  }
  return outcome
}

export const plan: MakePlan<Args> = ({ scope, bucket }, given) => {
  const context = inBucketOf(given, bucket)
  return planBulk(scope, callOf(context), context)
}
