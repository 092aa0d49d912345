import { objectRow } from '@typecase/content/object-facts'
import type { AskPicker, AskScope } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { type Scope, scope, scopesOf } from '@typecase/plugin-sdk/scope'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'
import { releaseRoute } from '../routes.ts'

const group = 'Schedule'
const inBucket = has('route.bucketSlug')
const mayPublish = and(inBucket, can('objects:publish'))
const runs = () => import('./releases-runs.ts')
const rows = () => import('./release-rows.ts')
const current = (facts: FactValues) => ({ release_id: facts['schedule.release'] })

/** The selection, the row or what is open; a list as a whole has to be chosen. */
function chosen(facts: FactValues): Scope | undefined {
  const found = scopesOf(facts).find(({ kind }) => kind !== 'view')
  if (found) return found
  const row = facts['schedule.released'] ?? objectRow(facts)
  return row === undefined ? undefined : { kind: 'current', ids: [row] }
}

const askScope: AskScope = {
  kind: 'scope',
  title: 'Objects',
  search: async (query, context) =>
    (await import('@typecase/content/bucket-rows')).bucketRows(query, context),
}

const askRelease = (search: AskPicker['search']): AskPicker => ({
  kind: 'picker',
  title: 'Release',
  placeholder: 'Which release?',
  search,
})
const askAny = askRelease(async (query, context) => (await rows()).allRows(query, context))
const askOpen = askRelease(async (query, context) => (await rows()).openRows(query, context))
const askPlanned = askRelease(async (query, context) => (await rows()).plannedRows(query, context))
const askHolding = askRelease(async (query, context) => (await rows()).holdingRows(query, context))

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
  icon: 'box',
  when: mayPublish,
  effect: 'write',
  args: newArgs,
  ask: { title: askTitle },
  load: async () => (await runs()).newRelease,
})

/** A release that is there, by its id, or a new one by its title. */
const target = () => type({ 'id?': 'string', 'title?': 'string' })

export const addArgs = () => type({ scope: scope(), release: target() })

export const addToRelease = defineCommand({
  id: 'schedule.add-to-release',
  title: 'Add to release…',
  aliases: ['Put into a release'],
  keywords: ['publish', 'together', 'bundle', 'launch', 'new', 'schedule'],
  group,
  icon: 'box',
  when: mayPublish,
  effect: 'write',
  args: addArgs,
  defaults: (facts) => ({ scope: chosen(facts) }),
  ask: {
    scope: askScope,
    release: {
      ...askRelease(async (query, context) => (await rows()).targetRows(query, context)),
      placeholder: 'Which release, or the name of a new one',
    },
  },
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
  when: mayPublish,
  effect: 'write',
  args: removeArgs,
  defaults: (facts) => ({
    scope: chosen(facts),
    // Elsewhere the release that has the focus is not where objects are.
    ...(facts['route.id'] === releaseRoute.id && current(facts)),
  }),
  ask: { scope: askScope, release_id: askHolding },
  load: async () => (await runs()).removeFromRelease,
})

export const releaseArgs = () => type({ release_id: 'string' })

export const openRelease = defineCommand({
  id: 'schedule.open-release',
  title: 'Go to release…',
  aliases: ['Open release'],
  group,
  icon: 'box',
  when: inBucket,
  effect: 'nav',
  args: releaseArgs,
  ask: { release_id: askAny },
  load: async () => (await runs()).openRelease,
})

export const renameArgs = () => type({ release_id: 'string', title: '0 < string <= 100' })

export const renameRelease = defineCommand({
  id: 'schedule.rename-release',
  title: 'Rename release…',
  keywords: ['name', 'title'],
  group,
  icon: 'pencil',
  when: mayPublish,
  effect: 'write',
  args: renameArgs,
  defaults: current,
  ask: {
    release_id: askAny,
    title: { ...askTitle, initial: async (context) => (await rows()).titleOf(context) },
  },
  load: async () => (await runs()).renameRelease,
})

/** `at` is UNIX ms. */
export const timeArgs = () => type({ release_id: 'string', at: 'number.integer > 0' })

export const scheduleRelease = defineCommand({
  id: 'schedule.schedule-release',
  title: 'Schedule release…',
  aliases: ['Set the time of a release', 'Reschedule release'],
  keywords: ['plan', 'later', 'calendar', 'date', 'when'],
  group,
  icon: 'calendar-clock',
  when: mayPublish,
  effect: 'write',
  args: timeArgs,
  defaults: current,
  ask: {
    release_id: askOpen,
    at: { kind: 'date', title: 'Goes live', as: 'ms', placeholder: 'monday 9:00' },
  },
  load: async () => (await runs()).scheduleRelease,
})

export const unscheduleRelease = defineCommand({
  id: 'schedule.unschedule-release',
  title: 'Take release off the schedule…',
  aliases: ['Unschedule release', 'Clear the time of a release'],
  keywords: ['cancel', 'stop'],
  group,
  icon: 'ban',
  when: mayPublish,
  effect: 'write',
  args: releaseArgs,
  defaults: current,
  ask: { release_id: askPlanned },
  load: async () => (await runs()).unscheduleRelease,
})

export const publishRelease = defineCommand({
  id: 'schedule.publish-release',
  title: 'Publish release now…',
  aliases: ['Release now'],
  keywords: ['live', 'public', 'all', 'together'],
  group,
  icon: 'send',
  when: mayPublish,
  effect: 'write',
  isAlwaysPlanned: true,
  args: releaseArgs,
  defaults: current,
  ask: { release_id: askOpen },
  load: async () => (await runs()).publishRelease,
})

export const deleteRelease = defineCommand({
  id: 'schedule.delete-release',
  title: 'Delete release…',
  keywords: ['remove'],
  group,
  icon: 'trash-2',
  when: mayPublish,
  // Its objects stay, and it can be brought back.
  effect: 'write',
  args: releaseArgs,
  defaults: current,
  ask: { release_id: askAny },
  load: async () => (await runs()).deleteRelease,
})

/** What takes something back is run wherever one is by then: it names the bucket. */
const placed = { bucket: 'string', release_id: 'string' } as const
export const placedArgs = () => type(placed)

export const discardRelease = defineCommand({
  id: 'schedule.discard-release',
  title: 'Delete a new release',
  group,
  isInternal: true,
  effect: 'write',
  args: placedArgs,
  load: async () => (await runs()).discardRelease,
})

export const restoreArgs = () =>
  type({
    bucket: 'string',
    title: 'string',
    publish_at: 'number | null',
    object_ids: 'string[]',
  })

export const restoreRelease = defineCommand({
  id: 'schedule.restore-release',
  title: 'Bring back a release',
  group,
  isInternal: true,
  effect: 'write',
  args: restoreArgs,
  load: async () => (await runs()).restoreRelease,
})

export const setArgs = () => type({ ...placed, 'title?': 'string', 'publish_at?': 'number | null' })

export const setRelease = defineCommand({
  id: 'schedule.set-release',
  title: 'Change a release back',
  group,
  isInternal: true,
  effect: 'write',
  args: setArgs,
  load: async () => (await runs()).setRelease,
})

export const objectsArgs = () => type({ ...placed, object_ids: 'string[]' })

const putting = (name: 'put-back' | 'take-out', title: string) =>
  defineCommand({
    id: `schedule.${name}`,
    title,
    group,
    isInternal: true,
    effect: 'write',
    args: objectsArgs,
    load: async () => (name === 'put-back' ? (await runs()).putBack : (await runs()).takeOut),
  })

export const putBack = putting('put-back', 'Put objects back into a release')
export const takeOut = putting('take-out', 'Take objects out of a release again')

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
  discardRelease,
  restoreRelease,
  setRelease,
  putBack,
  takeOut,
]
