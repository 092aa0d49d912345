import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { refreshObjects } from '@typecase/content/refresh-objects'
import { undoOfChanges } from '@typecase/content/words/undo'
import type { ArgsOf, CommandModule, Outcome, RunContext } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'
import { formatDateTime } from '@typecase/ui/format'

import { dateOf, daysLater, type Entry, timeOnDay } from '../calendar/days.ts'
import { calendarPage } from '../routes.ts'
import { setReleaseTime } from './releases-runs.ts'
import type { moveArgs, onDayArgs } from './schedule.ts'

export const moveEntry: CommandModule<ArgsOf<typeof moveArgs>> = {
  run: ({ at, entry }, context) => moveTo(context, at, entry),
}

export const moveBy = (days: number): CommandModule => ({
  run: (_args, context) =>
    moveTo(context, daysLater(new Date(entryOf(context).at), days).getTime()),
})

export const clearEntry: CommandModule = {
  run: (_args, context) => plan(context, entryOf(context), null),
}

export const scheduleOnDay: CommandModule<ArgsOf<typeof onDayArgs>> = {
  async run({ object, time, day }, context) {
    const now = new Date()
    const at = timeOnDay(time, day === undefined ? visibleDay(context) : dateOf(day, now))
    if (at === undefined) throw new Refusal(`“${time}” is not a time of day. Write it as 9:30.`)
    if (at <= now.getTime())
      throw new Refusal(`${formatDateTime(at)} is in the past. Choose a later time.`)
    // As with all scheduled objects, the published version stays public until then.
    const data = { status: 'draft' as const, publish_at: at }
    return editSchedule(context, object, data, `It will be published on ${formatDateTime(at)}.`)
  },
}

function visibleDay({ page }: RunContext): Date {
  const calendar = page(calendarPage)
  if (!calendar) throw new Refusal('Open the schedule first.')
  return calendar.day
}

function moveTo(context: RunContext, at: number, id?: string): Promise<Outcome> {
  // A time in the past would publish at once.
  if (at <= Date.now())
    throw new Refusal(`${formatDateTime(at)} is in the past. Choose a later time.`)
  return plan(context, entryOf(context, id), at)
}

/** Changes a time of an object or release. The server refuses a time that conflicts with the object's other one. */
function plan(
  context: RunContext,
  { subjectID, action, title }: Entry,
  at: number | null,
): Promise<Outcome> {
  if (action === 'release')
    return setReleaseTime(context.services, bucketSlugOf(context.facts), subjectID, at)
  const data = action === 'publish' ? { publish_at: at } : { unpublish_at: at }
  const verb = action === 'publish' ? 'published' : 'unpublished'
  return editSchedule(
    context,
    subjectID,
    data,
    at === null
      ? `“${title}” is no longer scheduled to be ${verb}.`
      : `“${title}” will be ${verb} on ${formatDateTime(at)}.`,
  )
}

/** Changes one object and reports it. */
async function editSchedule(
  { services, facts }: RunContext,
  objectID: string,
  data: { status?: 'draft'; publish_at?: number | null; unpublish_at?: number | null },
  message: string,
): Promise<Outcome> {
  const slug = bucketSlugOf(facts)
  const body = { slug, object_ids: [objectID], data }
  const { failed = [], change_set_id: id } = await services.get(Api).call(bulkEditObjects, { body })
  await refreshObjects(services)
  const [refused] = failed
  if (refused) throw new Refusal(refused.reason)
  return { message, ...(id && { undo: undoOfChanges(slug, id) }) }
}

function entryOf({ page }: RunContext, id?: string): Entry {
  const calendar = page(calendarPage)
  const entry = id === undefined ? calendar?.entry : calendar?.find(id)
  if (!entry) throw new Refusal('Go to an entry on the calendar first.')
  return entry
}
