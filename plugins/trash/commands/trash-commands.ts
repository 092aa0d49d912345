import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has, selection } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { TRASHED } from '../trashed.ts'

const isInBucket = has('route.bucketSlug')
const mayDelete = and(isInBucket, can('objects:delete'))

/** Some, or all whose title holds `q`. */
export const restoreArgs = () => type({ 'object_ids?': 'string[] >= 1', 'q?': 'string <= 200' })

export const restoreObjects = defineCommand({
  id: 'trash.restore',
  title: 'Restore from trash',
  aliases: ['Restore', 'Restore selection'],
  keywords: ['bring back', 'undelete'],
  icon: 'undo-2',
  order: 10,
  when: and(mayDelete, selection(TRASHED)),
  why: () => 'Select objects in the trash first.',
  effect: 'write',
  args: restoreArgs,
  defaults: (facts) => ({ object_ids: [...(facts['selection.ids'] ?? [])] }),
  call: () => import('../calls/restore.ts'),
  load: () => import('./restore-objects.ts'),
})

/** For the buttons of rows, which bring their object. */
export const restoreThese = defineCommand({
  id: 'trash.restore-these',
  title: 'Restore from trash',
  icon: 'undo-2',
  when: mayDelete,
  effect: 'write',
  isInternal: true,
  args: restoreArgs,
  call: () => import('../calls/restore.ts'),
  load: () => import('./restore-objects.ts'),
})

export const restoreAllArgs = () => type({ q: 'string <= 200' })

export const restoreAll = defineCommand({
  id: 'trash.restore-all',
  title: 'Restore all from trash…',
  aliases: ['Restore everything', 'Restore all that match'],
  keywords: ['bring back', 'undelete'],
  icon: 'undo-2',
  order: 20,
  when: mayDelete,
  effect: 'write',
  isAlwaysPlanned: true,
  args: restoreAllArgs,
  ask: {
    q: {
      kind: 'text',
      title: 'Title holds',
      placeholder: 'Words of the title',
      empty: 'Whatever it is: everything in the trash',
    },
  },
  call: () => import('../calls/restore.ts'),
  load: () => import('./restore-all.ts'),
})

export const emptyArgs = () => type({ confirmation: "'empty trash'" })

export const emptyTrash = defineCommand({
  id: 'trash.empty',
  title: 'Empty trash…',
  keywords: ['delete for good', 'purge'],
  icon: 'trash-2',
  when: mayDelete,
  effect: 'write',
  args: emptyArgs,
  ask: {
    confirmation: {
      kind: 'confirm',
      title: 'Delete everything in the trash for good',
      help: 'This cannot be undone.',
      phrase: 'empty trash',
    },
  },
  call: () => import('../calls/empty.ts'),
  load: () => import('./empty-trash.ts'),
})

export const trashCommands: readonly AnyCommand[] = [
  restoreObjects,
  restoreThese,
  restoreAll,
  emptyTrash,
]
