import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { foldComposed } from '@typecase/content-query/composed'
import { objectRow } from '@typecase/content/object-facts'
import { recordCommand } from '@typecase/content/record/define-record'
import { undoCommand } from '@typecase/content/record/record-undo'
import type { AskPicker, AskScope } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { type Scope, scope, scopeIn, scopesOf } from '@typecase/plugin-sdk/scope'
import { Queries } from '@typecase/plugin-sdk/services'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { isOpen, release, releasesQuery } from '../record.ts'
import { releaseRoute } from '../routes.ts'

const { group, when, icon } = release
const runs = () => import('./releases-runs.ts')

/** Returns the selection, or else the current row or the open object. A whole list has to be chosen explicitly. */
function scopeFrom(facts: FactValues): Scope | undefined {
  const scopes = scopesOf(facts).find(({ kind }) => kind !== 'view')
  if (scopes) return scopes
  const row = facts['schedule.released'] ?? objectRow(facts)
  return row === undefined ? undefined : { kind: 'current', ids: [row] }
}

const askScope: AskScope = {
  kind: 'scope',
  title: 'Objects',
  search: async (query, context) =>
    (await import('@typecase/content/bucket-rows')).bucketRows(query, context),
}

const askOpen = release.ask(isOpen)

/** Picks an open release, or a new one with the typed name. */
const askTarget: AskPicker = {
  ...askOpen,
  placeholder: 'Which release, or the name of a new one',
  async search(query, context) {
    const title = query.trim()
    const rows = await askOpen.search(query, context)
    const exists = rows.some(({ label }) => foldComposed(label) === foldComposed(title))
    const label = `New release “${title}”`
    return [
      ...rows.map((row) => ({ ...row, value: { id: row.id } })),
      ...(title === '' || exists ? [] : [{ id: 'new', value: { title }, label, icon: 'plus' }]),
    ]
  },
}

/** Picks an open release; for a single object, only those that contain it. */
const askHolding: AskPicker = {
  ...askOpen,
  async search(query, context) {
    const rows = await askOpen.search(query, context)
    const scopeArg = scopeIn(context.args)
    const [id, ...others] = scopeArg && 'ids' in scopeArg ? scopeArg.ids : []
    if (id === undefined || others.length > 0) return rows
    const { services, facts } = context
    const { releases } = await services
      .get(Queries)
      .fetchQuery(releasesQuery(services, bucketSlugOf(facts), id))
    return rows.filter((row) => releases.some((one) => one.id === row.id))
  },
}

const askTitle = {
  kind: 'text',
  title: 'Name',
  placeholder: 'Spring collection',
} as const

export const newArgs = () => type({ title: '0 < string <= 100' })

export const newRelease = defineCommand({
  id: 'schedule.new-release',
  title: 'New release…',
  aliases: ['Create release', 'Add release'],
  keywords: ['publish', 'together', 'bundle', 'launch', 'campaign'],
  group,
  icon,
  when,
  effect: 'write',
  args: newArgs,
  ask: { title: askTitle },
  load: async () => (await runs()).newRelease,
})

/** An existing release by id, or a new one by title. */
const target = () => type({ 'id?': 'string', 'title?': 'string' })

export const addArgs = () => type({ scope: scope(), release: target() })

export const addToRelease = defineCommand({
  id: 'schedule.add-to-release',
  title: 'Add to release…',
  aliases: ['Put into a release'],
  keywords: ['publish', 'together', 'bundle', 'launch', 'new', 'schedule'],
  group,
  icon,
  when,
  effect: 'write',
  args: addArgs,
  defaults: (facts) => ({ scope: scopeFrom(facts) }),
  ask: { scope: askScope, release: askTarget },
  load: async () => (await runs()).addToRelease,
})

export const removeArgs = () => type({ scope: scope(), release_id: 'string' })

export const removeFromRelease = defineCommand({
  id: 'schedule.remove-from-release',
  title: 'Remove from release…',
  aliases: ['Take out of a release'],
  keywords: ['unschedule', 'leave out'],
  group,
  icon: 'ban',
  when,
  effect: 'write',
  args: removeArgs,
  defaults: (facts) => ({
    scope: scopeFrom(facts),
    // On other pages, the focused release does not contain the objects.
    ...(facts['route.id'] === releaseRoute.id && release.current(facts)),
  }),
  ask: { scope: askScope, release_id: askHolding },
  load: async () => (await runs()).removeFromRelease,
})

export const openRelease = defineCommand({
  id: 'schedule.open-release',
  title: 'Go to release…',
  aliases: ['Open release'],
  group,
  icon,
  when: has('route.bucketSlug'),
  effect: 'nav',
  args: release.args,
  // Asked for even on the page of a release.
  ask: { release_id: release.ask() },
  load: async () => (await runs()).openRelease,
})

export const renameArgs = () => type({ release_id: 'string', title: '0 < string <= 100' })

export const renameRelease = recordCommand(release, {
  id: 'schedule.rename-release',
  title: 'Rename release…',
  keywords: ['name', 'title'],
  icon: 'pencil',
  effect: 'write',
  args: renameArgs,
  ask: {
    title: { ...askTitle, initial: release.initial(({ title }) => title) },
  },
  load: async () => (await runs()).renameRelease,
})

/** `at` is in UNIX ms. */
export const timeArgs = () => type({ release_id: 'string', at: 'number.integer > 0' })

export const scheduleRelease = recordCommand(release, {
  id: 'schedule.schedule-release',
  title: 'Schedule release…',
  aliases: ['Set the time of a release', 'Reschedule release'],
  keywords: ['plan', 'later', 'calendar', 'date', 'when'],
  icon: 'calendar-clock',
  effect: 'write',
  offer: isOpen,
  args: timeArgs,
  ask: { at: { kind: 'date', title: 'Goes live', as: 'ms', placeholder: 'monday 9:00' } },
  load: async () => (await runs()).scheduleRelease,
})

export const unscheduleRelease = recordCommand(release, {
  id: 'schedule.unschedule-release',
  title: 'Take release off the schedule…',
  aliases: ['Unschedule release', 'Clear the time of a release'],
  keywords: ['cancel', 'stop'],
  icon: 'ban',
  effect: 'write',
  offer: ({ state }) => state === 'scheduled',
  load: async () => (await runs()).unscheduleRelease,
})

export const publishRelease = recordCommand(release, {
  id: 'schedule.publish-release',
  title: 'Publish release now…',
  aliases: ['Release now'],
  keywords: ['live', 'public', 'all', 'together'],
  icon: 'send',
  effect: 'write',
  isAlwaysPlanned: true,
  offer: isOpen,
  load: async () => (await runs()).publishRelease,
})

export const deleteRelease = recordCommand(release, {
  id: 'schedule.delete-release',
  title: 'Delete release…',
  keywords: ['remove'],
  icon: 'trash-2',
  // The objects are not deleted, and the release can be restored.
  effect: 'write',
  load: async () => (await runs()).deleteRelease,
})

export const undoRelease = undoCommand(release, {
  id: 'schedule.undo-release',
  load: async () => (await runs()).changes.undoModule,
})

export const releaseCommands: readonly AnyCommand[] = [
  newRelease,
  addToRelease,
  removeFromRelease,
  openRelease,
  renameRelease,
  scheduleRelease,
  unscheduleRelease,
  publishRelease,
  deleteRelease,
  undoRelease,
]
