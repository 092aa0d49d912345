import { holdsWords } from '@typecase/plugin-sdk/text-match'
import * as changeSets from '@typecase/contract/change-sets'
import { listJobs } from '@typecase/contract/jobs'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import {
  type ArgsOf,
  type CommandModule,
  type Outcome,
  type Progress,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { followJob } from '@typecase/content/follow-job'
import { Journal, type JournalEntry } from '@typecase/plugin-sdk/jobs'
import { describeUndo, isRedo } from '@typecase/content/words/undo'
import { type Noun, formatCount } from '@typecase/ui/count'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { undoPlan } from '@typecase/content/undo-plan'

import * as calls from './calls.ts'
import * as commands from './commands.ts'
import { nounOf, percentOf, describeWait } from './history/entry-words.ts'
import { describeEnd, isRunning } from './words.ts'
import { historyRoute } from './routes.ts'

export const undo: CommandModule = {
  run: (_args, { services }) => {
    const journal = services.get(Journal)
    return takeStep(services, journal.undoable()[0], () => journal.undo())
  },
}

export const redo: CommandModule = {
  run: (_args, { services }) => {
    const journal = services.get(Journal)
    return takeStep(services, journal.redoable()[0], () => journal.redo())
  },
}

/**
 * How long, in milliseconds, the next keys wait for an undo. A longer one continues in the background, in its own row.
 */
const SHORT = 1_000

/** Undoes or redoes a step of the journal, which notifies the user, unless a running job of the bucket comes first. */
async function takeStep(
  services: Services,
  entry: JournalEntry | undefined,
  take: () => Promise<unknown>,
): Promise<Outcome> {
  const job = entry && (await findOwnJob(services, entry))
  if (job) {
    return {
      message: `Still running: ${job.title}. Undo when it has finished, or cancel it.`,
    }
  }
  await Promise.race([take(), new Promise((resolve) => setTimeout(resolve, SHORT))])
  return {}
}

/** Returns a running job of the server that this account started in any tab. Its changes are newer than the step. */
async function findOwnJob(services: Services, { account, bucket }: JournalEntry) {
  if (bucket === undefined) return undefined
  try {
    const { jobs } = await services.get(Api).call(listJobs, { query: { slug: bucket, limit: 20 } })
    return jobs.find((job) => isRunning(job) && job.created_by === account)
  } catch {
    // The step itself will report the error.
    return undefined
  }
}

type ChangeSetArgs = ArgsOf<typeof commands.changeSetArgs>

export const undoChangeSet: CommandModule<ChangeSetArgs> = {
  plan: ({ bucket, ...args }, context) =>
    undoPlan({ bucket: bucket ?? bucketSlugOf(context.facts), ...args }, context),
  run: takeBack,
}

/** Undoes a change, or its undo. More than a hundred objects become a job, which is followed to its end. */
async function* takeBack(
  args: ChangeSetArgs,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const { services, facts, source } = context
  const slug = args.bucket ?? bucketSlugOf(facts)
  const { endpoint, body } = calls.undoChangeSet.callOf(args, { bucketSlug: slug })
  const answer = await services.get(Api).call(endpoint, { body })
  const job = answer.job ? yield* followJob(answer.job, slug, context) : undefined
  await services.get(Queries).invalidateQueries()
  const skipped = job?.errors ?? answer.skipped ?? []
  const count = job?.failed ?? skipped.length
  const id = job ? job.change_set_id : answer.change_set_id
  const ofMedia = answer.subject === 'media' && { kind: 'media' }
  const failures = skipped.flatMap(({ object_id, reason }) =>
    object_id === undefined ? [] : [{ id: object_id, reason, ...ofMedia }],
  )
  const end = job && job.status !== 'done' ? describeEnd(job) : ''
  const restored = job?.done ?? answer.restored ?? 0
  const noun = nounOf({ change: answer })
  const { title } = answer.job ?? answer
  const done = describeUndo(title, formatCount(restored, noun), source)
  return {
    message: [end && `${end}.`, done && `${done}.`, describeSkipped(count, skipped, noun)]
      .filter(Boolean)
      .join(' '),
    ...(id && {
      undo: refTo(isRedo(title) ? commands.undoChangeSet : commands.redoChangeSet, {
        change_set_id: id,
        bucket: slug,
      }),
    }),
    ...(failures.length > 0 && { failures }),
  }
}

/** Describes how many objects were skipped, with the reasons. */
function describeSkipped(
  count: number,
  failures: readonly { readonly reason: string }[],
  noun: Noun,
): string {
  if (count === 0) return ''
  const reasons = [...new Set(failures.map(({ reason }) => reason))].join(' ')
  return `${formatCount(count, noun)} skipped: ${reasons}`
}

export const undoNewest: CommandModule<Partial<ChangeSetArgs>> = {
  /** The plan names the change, so that the undo applies to the change that was shown. */
  plan: async (_args, context) => {
    const bucket = bucketSlugOf(context.facts)
    const { id } = await newestOf(bucket, context)
    return undoPlan({ bucket, change_set_id: id }, context)
  },
  async *run({ change_set_id, bucket }, context) {
    const slug = bucket ?? bucketSlugOf(context.facts)
    const id = change_set_id ?? (await newestOf(slug, context)).id
    return yield* takeBack({ change_set_id: id, bucket: slug }, context)
  },
}

const NOTHING = 'Every change of the last 30 days is already undone.'

/** Returns the newest change that is neither undone nor itself an undo. */
async function newestOf(
  slug: string,
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
): Promise<changeSets.ChangeSet> {
  const { change_sets } = await services
    .get(Api)
    .call(changeSets.listChangeSets, { query: { slug, limit: 1_000 } }, { signal })
  const newest = change_sets.find((one) => one.undone_by === null && one.undo_of === null)
  if (!newest) throw new Refusal(NOTHING)
  return newest
}

export const changesOfObject: CommandModule<ArgsOf<typeof commands.changesOfArgs>> = {
  run: ({ object_id }, { go }) => go(historyRoute, { search: { object: object_id } }),
}

export const cancelJob: CommandModule<ArgsOf<typeof commands.jobArgs>> = {
  run: async (args, { services }) => {
    const { endpoint, body } = calls.cancelJob.callOf(args)
    const { job } = await services.get(Api).call(endpoint, { body })
    await services.get(Queries).invalidateQueries({ queryKey: ['jobs.list'] })
    return { message: `${job.title}: stopped after ${job.done} of ${job.total}` }
  },
}

/** Running and waiting jobs are always among the newest: one runs at a time, and those that wait are newer. */
const NEWEST = 1_000

/** Returns the jobs of the bucket that can be cancelled. */
export async function findJobs(
  query: string,
  { services, facts, signal }: AskContext,
): Promise<readonly PickerRow[]> {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) return []
  const { jobs } = await services
    .get(Api)
    .call(listJobs, { query: { slug, limit: NEWEST } }, { signal })
  return jobs
    .filter((job) => isRunning(job) && holdsWords(job.title, query))
    .map((job) => ({
      id: job.id,
      value: job.id,
      label: job.title,
      subtitle: job.status === 'queued' ? describeWait(job) : `${percentOf(job)} % done`,
    }))
}

export const showRunning: CommandModule = {
  run: (_args, { go }) => go(historyRoute, { search: { state: 'running' } }),
}
