import { defineCommand } from '@typecase/plugin-sdk/command'
import { type } from 'arktype'

export const restoreArgs = () => type({ key: 'string' })

/** Takes back "Discard changes". */
export const restoreChanges = defineCommand({
  id: 'objects.restore-changes',
  title: 'Restore discarded changes',
  group: 'Object',
  icon: 'undo-2',
  effect: 'write',
  isInternal: true,
  args: restoreArgs,
  load: () => import('./run-restore-changes.ts'),
})
