import { downloadExport } from '@typecase/content/commands'
import * as calls from '@typecase/contract/backups'
import type { ImportReport } from '@typecase/contract/import-export'
import type { Job } from '@typecase/contract/jobs'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { followJob } from '@typecase/content/follow-job'
import { mediaNoun, objectNoun } from '@typecase/content/words/nouns'
import { UNDO_TIME, undoOfChanges } from '@typecase/content/words/undo'
import { type Noun, formatCount, plural } from '@typecase/ui/count'
import type { ArgsOf, CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import { refTo } from '@typecase/plugin-sdk/command'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { formatDateTime } from '@typecase/ui/format'

import * as commands from './commands.ts'
import { backup, backupsQuery } from './record.ts'
import { describeContents, describeSchedule } from './words.ts'

/** Checks that a job succeeded. @throws Refusal with the reason when it did not */
function assertDone({ status, errors }: Job): void {
  if (status === 'done') return
  throw new Refusal(errors.at(-1)?.reason ?? `The job was ${status}.`)
}

export const addBackup: CommandModule = {
  async *run(_args, context) {
    const { services, facts } = context
    const slug = bucketSlugOf(facts)
    const answer = await services.get(Api).call(calls.addBackup, { body: { slug } })
    await backup.refresh(services)
    const ended = yield* followJob(answer.job, slug, context)
    await backup.refresh(services)
    assertDone(ended)
    const finished = await backup.read(services, slug, answer.backup.id)
    return { message: `Backed up ${describeContents(finished)}.` }
  },
}

const typeNoun: Noun = { one: 'object type', many: 'object types' }

/** Data that a restore does not change, because backups do not contain it. */
const LEFT_ALONE = [
  'Comments, revisions, releases, smart views, webhooks, keys, settings and people do not change.',
  'Media still in the bucket keep their current texts and folder.',
]

export const restoreBackup = backup.module({
  async plan({ id: backup_id, at }, context): Promise<Plan> {
    const { services, slug, signal } = context
    const body = { slug, backup_id, dry_run: true }
    const { job } = await services.get(Api).call(calls.restoreBackup, { body }, { signal })
    const ended = await endOf(job, slug, context)
    assertDone(ended)
    // The result of an import job is its report.
    const report = ended.result as ImportReport
    const [problem] = report.errors
    if (problem)
      throw new Refusal(`This backup cannot be restored: ${problem.path} ${problem.message}`)
    const { objects, media, object_types: types } = report
    const label = (value: number, noun: Noun, one: string, many: string) => ({
      label: `${plural(value, noun)} ${plural(value, one, many)}`,
      value,
    })
    const changedTypes = types.added + types.updated + (types.deleted ?? 0)
    const counts = [
      label(objects.added, objectNoun, 'comes back', 'come back'),
      label(objects.updated, objectNoun, 'changes back', 'change back'),
      label(objects.deleted, objectNoun, 'goes to the trash', 'go to the trash'),
      label(media.added, mediaNoun, 'come back', 'come back'),
      label(media.deleted ?? 0, mediaNoun, 'go to the trash', 'go to the trash'),
      label(changedTypes, typeNoun, 'changes', 'change'),
    ].filter(({ value }) => value > 0)
    const total = counts.reduce((sum, { value }) => sum + value, 0)
    if (total === 0)
      throw new Refusal('The bucket already matches this backup. Nothing would change.')
    return {
      title: `Restore the backup of ${formatDateTime(at)}`,
      counts,
      total,
      skipped: [],
      changes: report.sample
        .filter(({ action }) => action !== 'unchanged')
        .map(({ title, type, action }, index) => ({
          id: String(index),
          label: title,
          field: type,
          after: action === 'add' ? 'Comes back' : 'Changes back',
        })),
      isReversible: true,
      undoTime: UNDO_TIME,
      warnings: [...LEFT_ALONE, ...report.warnings.map(({ message }) => message)],
    }
  },

  async *run({ id: backup_id, at }, context) {
    const { services, slug } = context
    const body = { slug, backup_id }
    const { job } = await services.get(Api).call(calls.restoreBackup, { body })
    const ended = yield* followJob(job, slug, context)
    // Everything in the bucket may have changed.
    await services.get(Queries).invalidateQueries()
    assertDone(ended)
    const { change_set_id: id } = ended
    return {
      message: `The bucket is as it was on ${formatDateTime(at)}.`,
      ...(id !== null && { undo: undoOfChanges(slug, id) }),
    }
  },
})

/** Waits for a job to end. Cancels the job if the review that it is made for is closed. */
async function endOf(job: Job, slug: string, context: RunContext): Promise<Job> {
  const following = followJob(job, slug, context)
  for (;;) {
    const step = await following.next()
    if (step.done) return step.value
    if (!context.signal.aborted) continue
    await following.return(job)
    context.signal.throwIfAborted()
  }
}

export const downloadBackup = backup.module({
  async *run({ id: backup_id }, context) {
    const { services, slug, run } = context
    const body = { slug, backup_id }
    const { job } = await services.get(Api).call(calls.downloadBackup, { body })
    assertDone(yield* followJob(job, slug, context))
    return run(refTo(downloadExport, { job_id: job.id }))
  },
})

export const deleteBackup = backup.module({
  async plan({ id, at, state, objects, media }): Promise<Plan> {
    const moment = formatDateTime(at)
    const isMade = state === 'done'
    return {
      title: `Delete the backup of ${moment}`,
      counts: isMade
        ? [
            { label: plural(objects, objectNoun), value: objects },
            { label: mediaNoun.many, value: media },
          ]
        : [],
      total: 1,
      skipped: [],
      changes: [{ id, label: moment, after: 'Deleted' }],
      // A failed backup contains nothing that could be lost.
      isReversible: !isMade,
      isNothingToReview: !isMade,
      warnings: isMade ? ['The bucket can no longer be restored to this moment.'] : [],
    }
  },

  async run({ id: backup_id, at, state, objects }, { services, slug }) {
    await services.get(Api).call(calls.deleteBackup, { query: { slug, backup_id } })
    await backup.refresh(services)
    const contents = state === 'done' ? `, which held ${formatCount(objects, 'object')}` : ''
    return { message: `Deleted the backup of ${formatDateTime(at)}${contents}.` }
  },
})

/** Reads the current schedule from the server. */
export const readSchedule = async (services: Services, slug: string) =>
  (await services.get(Queries).fetchQuery({ ...backupsQuery(services, slug), staleTime: 0 }))
    .schedule

export const setSchedule: CommandModule<ArgsOf<typeof commands.scheduleArgs>> = {
  async run({ frequency, bucket, ...rest }, { services, facts }) {
    const slug = bucket ?? bucketSlugOf(facts)
    const before = await readSchedule(services, slug)
    const isOn = frequency !== 'off'
    const data = { is_on: isOn, ...(isOn && { every: frequency }), ...rest }
    const body = { slug, data, rev: before.rev }
    const { schedule } = await services.get(Api).call(calls.setBackupSchedule, { body })
    await backup.refresh(services)
    const { is_on, every, weekday, hour, keep_daily, keep_weekly } = before
    const settings = {
      frequency: is_on ? every : 'off',
      weekday,
      hour,
      keep_daily,
      keep_weekly,
    } as const
    return {
      message: schedule.is_on
        ? `${describeSchedule(schedule)}.`
        : 'Backups are off. Existing ones are kept.',
      undo: refTo(commands.setSchedule, { bucket: slug, ...settings }),
    }
  },
}
