import { defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'

export const saveDraft = defineCommand({
  id: 'objects.save-draft',
  title: 'Save draft',
  keywords: ['store', 'keep', 'write'],
  group: 'Object',
  icon: 'save',
  order: 5,
  effect: 'write',
  when: and(has('objects.isEditing'), can('objects:write')),
  load: () => import('./run-save-draft.ts'),
})
