import { defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, can, eq, has, or } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { jobFacts } from './facts.ts'

const isInBucket = has('route.bucketSlug')
const mayUndo = and(isInBucket, can('objects:write'))

export const undo = defineCommand({
  id: 'jobs.undo',
  title: 'Undo the last command',
  keywords: ['mistake', 'oops', 'take back', 'revert'],
  aliases: ['Undo'],
  icon: 'undo-2',
  when: has('session.isLoggedIn'),
  effect: 'none',
  load: async () => (await import('./runs.ts')).undo,
})

export const redo = defineCommand({
  id: 'jobs.redo',
  title: 'Redo the last command',
  keywords: ['again'],
  aliases: ['Redo'],
  icon: 'redo-2',
  when: has('session.isLoggedIn'),
  effect: 'none',
  load: async () => (await import('./runs.ts')).redo,
})

/** `bucket` is set for a later undo, which must not apply to the bucket that is on screen by then. */
export const changeSetArgs = () => type({ change_set_id: 'string', 'bucket?': 'string' })

export const undoChangeSet = defineCommand({
  id: 'jobs.undo-change-set',
  formerIds: ['jobs.undo-this'],
  title: 'Undo this change',
  keywords: ['take back', 'revert', 'restore', 'history'],
  icon: 'undo-2',
  order: 10,
  when: mayUndo,
  subject: { change_set_id: has('jobs.change') },
  effect: 'write',
  args: changeSetArgs,
  defaults: (facts) => ({ change_set_id: facts['jobs.change'] }),
  call: async () => (await import('./calls.ts')).undoChangeSet,
  load: async () => (await import('./runs.ts')).undoChangeSet,
})

/** Undoes the undo of a change. */
export const redoChangeSet = defineCommand({
  ...undoChangeSet,
  id: 'jobs.redo-change-set',
  formerIds: ['jobs.redo-this'],
  title: 'Redo this change',
  keywords: ['again', 'history'],
  icon: 'redo-2',
  subject: { change_set_id: has('jobs.undo') },
  defaults: (facts) => ({ change_set_id: facts['jobs.undo'] }),
})

export const undoNewest = defineCommand({
  id: 'jobs.undo-newest',
  title: 'Undo the newest change of this bucket…',
  keywords: ['last', 'anybody', 'revert', 'history'],
  icon: 'undo-2',
  when: mayUndo,
  effect: 'write',
  // Unlike Mod+Z, this undoes changes of others too, so the user sees the change first.
  isAlwaysPlanned: true,
  args: () => changeSetArgs().partial(),
  load: async () => (await import('./runs.ts')).undoNewest,
})

export const changesOfArgs = () => type({ object_id: 'string' })

/** The open object, or the selected one. */
const oneObject = (facts: FactValues): string | undefined => {
  const open = facts['route.objectID']
  if (open !== undefined) return open === 'new' ? undefined : open
  const [only, ...others] = facts['selection.ids'] ?? []
  return facts['selection.kind'] === 'object' && others.length === 0 ? only : undefined
}

export const changesOfObject = defineCommand({
  id: 'jobs.changes-of-object',
  title: 'Show changes of this object',
  aliases: ['Who changed this', 'Who edited this', 'History of this object'],
  keywords: ['revisions', 'versions', 'who', 'when'],
  icon: 'history',
  order: 65,
  when: and(isInBucket, or(has('route.objectID'), eq('selection.count', 1))),
  why: () => 'Open an object or select one first.',
  effect: 'nav',
  args: changesOfArgs,
  defaults: (facts) => ({ object_id: oneObject(facts) }),
  load: async () => (await import('./runs.ts')).changesOfObject,
})

export const jobArgs = () => type({ job_id: 'string' })

export const cancelJob = defineCommand({
  id: 'jobs.cancel',
  formerIds: ['jobs.cancel-running'],
  title: 'Cancel a job…',
  keywords: ['stop', 'abort', 'running', 'import', 'bulk'],
  icon: 'ban',
  when: has('session.isLoggedIn'),
  subject: { job_id: has('jobs.running') },
  effect: 'write',
  args: jobArgs,
  defaults: (facts) => ({ job_id: facts['jobs.running'] }),
  ask: {
    job_id: {
      kind: 'picker',
      title: 'Job',
      placeholder: 'Running and waiting jobs',
      search: async (query, context) => (await import('./runs.ts')).findJobs(query, context),
    },
  },
  call: async () => (await import('./calls.ts')).cancelJob,
  load: async () => (await import('./runs.ts')).cancelJob,
})

export const showRunning = defineCommand({
  id: 'jobs.show-running',
  title: 'Show running jobs',
  keywords: ['progress', 'queue', 'waiting', 'tray'],
  icon: 'list-checks',
  when: isInBucket,
  effect: 'nav',
  load: async () => (await import('./runs.ts')).showRunning,
})

export default {
  commands: [
    undo,
    redo,
    undoChangeSet,
    redoChangeSet,
    undoNewest,
    changesOfObject,
    cancelJob,
    showRunning,
  ],
  keys: [
    // In a text field, these keys edit the text.
    { keys: '$mod+z', command: 'jobs.undo', inText: false },
    { keys: '$mod+Shift+z', command: 'jobs.redo', inText: false },
    { keys: '$mod+y', command: 'jobs.redo', inText: false },
    { keys: 'u', command: 'jobs.undo-change-set' },
    { keys: 'Shift+u', command: 'jobs.redo-change-set' },
  ],
  facts: jobFacts,
} satisfies PluginPart
