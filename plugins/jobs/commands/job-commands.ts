import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

const isInBucket = has('route.bucketSlug')

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

export const changeSetArgs = () => type({ change_set_id: 'string' })

export const undoChangeSet = defineCommand({
  id: 'jobs.undo-change-set',
  title: 'Undo this change',
  icon: 'undo-2',
  when: and(isInBucket, can('objects:write')),
  effect: 'write',
  isInternal: true,
  args: changeSetArgs,
  load: () => import('./undo-change-set.ts'),
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
  load: () => import('./cancel-job.ts'),
})

export const jobCommands: readonly AnyCommand[] = [undo, redo, undoChangeSet, cancelJob]
