import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, can, eq, has, or } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'

const isInBucket = has('route.bucketSlug')
const mayUndo = and(isInBucket, can('objects:write'))

export const undo = defineCommand({
  id: 'jobs.undo',
  title: 'Undo the last command',
  keywords: ['take back', 'revert'],
  aliases: ['Undo'],
  icon: 'undo-2',
  when: has('session.isLoggedIn'),
  effect: 'none',
  load: () => import('./undo.ts'),
})

export const redo = defineCommand({
  id: 'jobs.redo',
  title: 'Redo the last command',
  keywords: ['again'],
  aliases: ['Redo'],
  icon: 'redo-2',
  when: has('session.isLoggedIn'),
  effect: 'none',
  load: () => import('./redo.ts'),
})

/** `bucket` for an undo of later, which must not be taken for one of the bucket that is then on screen. */
export const changeSetArgs = () => type({ change_set_id: 'string', 'bucket?': 'string' })

export const undoChangeSet = defineCommand({
  id: 'jobs.undo-change-set',
  title: 'Undo this change',
  icon: 'undo-2',
  when: mayUndo,
  effect: 'write',
  isInternal: true,
  args: changeSetArgs,
  call: () => import('../calls/undo-change-set.ts'),
  load: () => import('./undo-change-set.ts'),
})

/** Undoing what undid it. */
export const redoChangeSet = defineCommand({
  ...undoChangeSet,
  id: 'jobs.redo-change-set',
  title: 'Redo this change',
  icon: 'redo-2',
})

export const undoThis = defineCommand({
  id: 'jobs.undo-this',
  title: 'Undo this change',
  keywords: ['take back', 'revert', 'restore', 'history'],
  icon: 'undo-2',
  order: 10,
  when: and(mayUndo, has('jobs.change')),
  effect: 'write',
  args: changeSetArgs,
  defaults: (facts) => ({ change_set_id: facts['jobs.change'] }),
  load: () => import('./undo-change-set.ts'),
})

export const redoThis = defineCommand({
  id: 'jobs.redo-this',
  title: 'Redo this change',
  keywords: ['again', 'history'],
  icon: 'redo-2',
  order: 10,
  when: and(mayUndo, has('jobs.undo')),
  effect: 'write',
  args: changeSetArgs,
  // Undoing what undid it.
  defaults: (facts) => ({ change_set_id: facts['jobs.undo'] }),
  load: () => import('./undo-change-set.ts'),
})

export const undoNewest = defineCommand({
  id: 'jobs.undo-newest',
  title: 'Undo the newest change of this bucket…',
  keywords: ['last', 'anybody', 'revert', 'history'],
  icon: 'undo-2',
  when: mayUndo,
  effect: 'write',
  // Unlike Mod+Z it takes back what others did: they see first what that is.
  isAlwaysPlanned: true,
  args: () => changeSetArgs().partial(),
  load: () => import('./undo-newest.ts'),
})

export const changesOfArgs = () => type({ object_id: 'string' })

/** The object that is open, or the one that is selected. */
const oneObject = (facts: FactValues): string | undefined => {
  const open = facts['route.objectID']
  if (open !== undefined) return open === 'new' ? undefined : open
  const [only, ...others] = facts['selection.ids'] ?? []
  return facts['selection.kind'] === 'object' && others.length === 0 ? only : undefined
}

export const changesOfObject = defineCommand({
  id: 'jobs.changes-of-object',
  title: 'Show changes of this object',
  aliases: ['History of this object'],
  keywords: ['revisions', 'versions', 'who', 'when'],
  icon: 'history',
  order: 65,
  when: and(isInBucket, or(has('route.objectID'), eq('selection.count', 1))),
  why: () => 'Open an object or select one first.',
  effect: 'nav',
  args: changesOfArgs,
  defaults: (facts) => ({ object_id: oneObject(facts) }),
  load: () => import('./changes-of-object.ts'),
})

export const jobArgs = () => type({ job_id: 'string' })

export const cancelJob = defineCommand({
  id: 'jobs.cancel',
  title: 'Cancel this job',
  icon: 'x',
  when: has('session.isLoggedIn'),
  effect: 'write',
  isInternal: true,
  args: jobArgs,
  call: () => import('../calls/cancel.ts'),
  load: () => import('./cancel-job.ts'),
})

export const cancelRunning = defineCommand({
  id: 'jobs.cancel-running',
  title: 'Cancel a job…',
  keywords: ['stop', 'abort', 'running', 'import', 'bulk'],
  icon: 'ban',
  when: isInBucket,
  effect: 'write',
  args: jobArgs,
  defaults: (facts) => ({ job_id: facts['jobs.running'] }),
  ask: {
    job_id: {
      kind: 'picker',
      title: 'Job',
      placeholder: 'Running and waiting jobs',
      search: async (query, context) => (await import('./find-jobs.ts')).findJobs(query, context),
    },
  },
  load: () => import('./cancel-job.ts'),
})

export const showRunning = defineCommand({
  id: 'jobs.show-running',
  title: 'Show running jobs',
  keywords: ['progress', 'queue', 'waiting', 'tray'],
  icon: 'list-checks',
  when: isInBucket,
  effect: 'nav',
  load: () => import('./show-running.ts'),
})

export const jobCommands: readonly AnyCommand[] = [
  undo,
  redo,
  undoChangeSet,
  redoChangeSet,
  undoThis,
  redoThis,
  undoNewest,
  changesOfObject,
  cancelJob,
  cancelRunning,
  showRunning,
]
