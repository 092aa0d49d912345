import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

const isInBucket = has('route.bucketSlug')
const mayDelete = and(isInBucket, can('objects:delete'))

export const restoreArgs = () => type({ object_ids: 'string[] >= 1' })

export const restoreObjects = defineCommand({
  id: 'trash.restore',
  title: 'Restore from trash',
  icon: 'undo-2',
  when: mayDelete,
  effect: 'write',
  isInternal: true,
  args: restoreArgs,
  call: () => import('../calls/restore.ts'),
  load: () => import('./restore-objects.ts'),
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

export const trashCommands: readonly AnyCommand[] = [restoreObjects, emptyTrash]
