import { defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'

export const copyID = defineCommand({
  id: 'objects.copy-id',
  title: 'Copy object ID',
  keywords: ['clipboard', 'identifier'],
  group: 'Object',
  icon: 'copy',
  order: 80,
  effect: 'none',
  when: has('objects.isEditing'),
  load: () => import('./run-copy-id.ts'),
})
