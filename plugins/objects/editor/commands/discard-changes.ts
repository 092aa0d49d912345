import { defineCommand } from '@typecase/plugin-sdk/command'
import { and, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

/** `session` names the editor whose changes are meant: a redo is not about another object that is open by then. */
export const discardArgs = () => type({ 'session?': 'string' })

export const discardChanges = defineCommand({
  id: 'objects.discard-changes',
  title: 'Discard changes',
  keywords: ['revert', 'reset', 'throw away', 'unsaved'],
  group: 'Object',
  icon: 'rotate-ccw',
  effect: 'write',
  when: and(has('objects.isEditing'), has('objects.isDirty')),
  args: discardArgs,
  load: () => import('./run-discard-changes.ts'),
})
