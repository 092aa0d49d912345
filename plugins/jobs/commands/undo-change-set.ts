import { undoChangeSet as undo } from '@typecase/contract/change-sets'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import {
  type ArgsOf,
  type MakePlan,
  type Outcome,
  type Progress,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { followJob } from '@typecase/plugin-sdk/follow-job'
import { countInWords, type Noun } from '@typecase/plugin-sdk/noun'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import { isRedo, undoInWords } from '@typecase/plugin-sdk/undo-in-words'
import { undoPlan } from '@typecase/plugin-sdk/undo-plan'

import { nounOf } from '../history/noun-of.ts'
import { endInWords } from '../job-in-words.ts'
import { type changeSetArgs, redoChangeSet, undoChangeSet } from './job-commands.ts'

export const plan: MakePlan<ArgsOf<typeof changeSetArgs>> = ({ bucket, ...args }, context) =>
  undoPlan({ bucket: bucket ?? bucketSlugOf(context.facts), ...args }, context)

/** Takes a change back, or takes back its undo. Over a hundred objects are a job, which is followed to its end. */
export async function* run(
  args: ArgsOf<typeof changeSetArgs>,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const { services, facts, signal, source } = context
  const slug = args.bucket ?? bucketSlugOf(facts)
  const body = { slug, change_set_id: args.change_set_id }
  const answer = await services.get(Api).call(undo, { body }, { signal })
  const job = answer.job ? yield* followJob(answer.job, slug, context) : undefined
  await services.get(Queries).invalidateQueries()
  const left = job?.errors ?? answer.skipped ?? []
  const count = job?.failed ?? left.length
  const id = job ? job.change_set_id : answer.change_set_id
  const ofMedia = answer.subject === 'media' && { kind: 'media' }
  const failures = left.flatMap(({ object_id, reason }) =>
    object_id === undefined ? [] : [{ id: object_id, reason, ...ofMedia }],
  )
  const end = job && job.status !== 'done' ? endInWords(job) : ''
  const restored = job?.done ?? answer.restored ?? 0
  const noun = nounOf({ change: answer })
  const { title } = answer.job ?? answer
  const done = undoInWords(title, countInWords(restored, noun), source)
  return {
    message: [end && `${end}.`, done && `${done}.`, leftInWords(count, left, noun)]
      .filter(Boolean)
      .join(' '),
    ...(id && {
      undo: refTo(isRedo(title) ? undoChangeSet : redoChangeSet, {
        change_set_id: id,
        bucket: slug,
      }),
    }),
    ...(failures.length > 0 && { failures }),
  }
}

/** How many were left alone, with each reason. */
function leftInWords(
  count: number,
  left: readonly { readonly reason: string }[],
  noun: Noun,
): string {
  if (count === 0) return ''
  const reasons = [...new Set(left.map(({ reason }) => reason))].join(' ')
  return `${countInWords(count, noun)} left alone: ${reasons}`
}
