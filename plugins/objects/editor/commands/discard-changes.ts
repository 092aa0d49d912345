import { defineCommand } from '@typecase/plugin-sdk/command'
import { and, has } from '@typecase/plugin-sdk/when'

export const discardChanges = defineCommand({
  id: 'objects.discard-changes',
  title: 'Discard changes',
  keywords: ['revert', 'reset', 'throw away', 'unsaved'],
  group: 'Object',
  icon: 'rotate-ccw',
  effect: 'write',
  when: and(has('objects.isEditing'), has('objects.isDirty')),
  load: () => import('./run-discard-changes.ts'),
})
