import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { refreshObjects } from '@typecase/content/refresh-objects'
import { undoOfChanges } from '@typecase/content/undo-in-words'
import type { ArgsOf, CommandModule, Outcome, RunContext } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'

import { calendarPage } from '../calendar.ts'
import { daysLater, type Entry } from '../days.ts'
import { planned } from './releases-runs.ts'
import type { moveArgs } from './schedule.ts'

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

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

function moveTo(context: RunContext, at: number, id?: string): Promise<Outcome> {
  // What is over would happen at once.
  if (at <= Date.now()) throw new Refusal(`${when.format(at)} is over. Choose a later time.`)
  return plan(context, entryOf(context, id), at)
}

/** Gives an object or a release another time; one that does not go with its other time is refused. */
async function plan(
  { services, facts }: RunContext,
  { subjectID, action, title }: Entry,
  at: number | null,
): Promise<Outcome> {
  const slug = bucketSlugOf(facts)
  if (action === 'release') return planned(services, slug, subjectID, at)
  const data = action === 'publish' ? { publish_at: at } : { unpublish_at: at }
  const body = { slug, object_ids: [subjectID], data }
  const { failed = [], change_set_id: id } = await services.get(Api).call(bulkEditObjects, { body })
  await refreshObjects(services)
  const [refused] = failed
  if (refused) throw new Refusal(refused.reason)
  const verb = action === 'publish' ? 'published' : 'unpublished'
  return {
    message:
      at === null
        ? `“${title}” is no longer scheduled to be ${verb}.`
        : `“${title}” is ${verb} on ${when.format(at)}.`,
    ...(id && { undo: undoOfChanges(slug, id) }),
  }
}

function entryOf({ page }: RunContext, id?: string): Entry {
  const calendar = page(calendarPage)
  const entry = id === undefined ? calendar?.entry : calendar?.find(id)
  if (!entry) throw new Refusal('Move to something on the calendar first.')
  return entry
}
