import { type ChangeSet, listChangeSets } from '@typecase/contract/change-sets'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, MakePlan, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'
import { undoPlan } from '@typecase/plugin-sdk/undo-plan'

import type { changeSetArgs } from './job-commands.ts'
import { run as undo } from './undo-change-set.ts'

type Args = Partial<ArgsOf<typeof changeSetArgs>>

const NOTHING = 'Nothing was changed in the last 30 days that is not undone yet.'

/** What would be taken back, and of whom: the change is frozen as the plan shows it. */
export const plan: MakePlan<Args> = async (_args, context) => {
  const bucket = bucketSlugOf(context.facts)
  const { id } = await newestOf(bucket, context)
  return undoPlan({ bucket, change_set_id: id }, context)
}

export async function* run(
  { change_set_id, bucket }: Args,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const slug = bucket ?? bucketSlugOf(context.facts)
  const id = change_set_id ?? (await newestOf(slug, context)).id
  return yield* undo({ change_set_id: id, bucket: slug }, context)
}

/** The newest change that stands: neither undone, nor itself the undo of another. */
async function newestOf(
  slug: string,
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
): Promise<ChangeSet> {
  const { change_sets } = await services
    .get(Api)
    .call(listChangeSets, { query: { slug, limit: 1_000 } }, { signal })
  const newest = change_sets.find((one) => one.undone_by === null && one.undo_of === null)
  if (!newest) throw new Refusal(NOTHING)
  return newest
}
