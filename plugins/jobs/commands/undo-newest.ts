import { type ChangeSet, getChangeSet, listChangeSets } from '@typecase/contract/change-sets'
import { shownValues } from '@typecase/contract/field-changes'
import { changeWords } from '@typecase/plugin-sdk/change-in-words'
import type { ArgsOf, MakePlan, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'
import { nounFor } from '@typecase/plugin-sdk/noun'
import { readPeople } from '@typecase/plugin-sdk/people'
import { Api } from '@typecase/plugin-sdk/services'

import { nounOf } from '../history/noun-of.ts'
import type { changeSetArgs } from './job-commands.ts'
import { run as undo } from './undo-change-set.ts'

type Args = Partial<ArgsOf<typeof changeSetArgs>>

const NOTHING = 'Nothing was changed in the last 30 days that is not undone yet.'

/** Objects that the plan shows. */
const SHOWN = 20

/** What would be taken back, and of whom: the change is frozen as the plan shows it. */
export const plan: MakePlan<Args> = async (_args, context) => {
  const { services, signal } = context
  const bucket = bucketOf(context)
  const newest = await newestOf(bucket, context)
  const { changes } = await services
    .get(Api)
    .call(
      getChangeSet,
      { query: { slug: bucket, change_set_id: newest.id, limit: SHOWN } },
      { signal },
    )
  const people = await readPeople(services, bucket)
  const words = await changeWords(context)
  return {
    title: `Undo: ${newest.title}`,
    counts: [
      {
        label: `${nounFor(newest.count, nounOf({ change: newest }))}, changed by ${people.within(newest.created_by)}`,
        value: newest.count,
      },
    ],
    skipped: [],
    // Backwards: what there is now goes, what there was comes back.
    changes: changes.map((change) => {
      const { object_id: id, title: label, field } = change
      const { before, after } = shownValues(change)
      return { id, label: label || 'Untitled', ...words(field, after, before) }
    }),
    total: newest.count,
    isReversible: true,
    args: { change_set_id: newest.id, bucket },
  }
}

export async function* run(
  { change_set_id, bucket }: Args,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const slug = bucket ?? bucketOf(context)
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
  if (!newest) throw Object.assign(new Error(NOTHING), { code: 'not_found' })
  return newest
}

function bucketOf({ facts }: Pick<RunContext, 'facts'>): string {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) throw new Error('Open a bucket first.')
  return slug
}
