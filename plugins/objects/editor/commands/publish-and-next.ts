import { defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'

export const publishAndNext = defineCommand({
  id: 'objects.publish-and-next',
  title: 'Publish and go to next',
  keywords: ['release', 'continue'],
  group: 'Object',
  icon: 'send',
  order: 15,
  effect: 'write',
  when: and(has('objects.isEditing'), can('objects:publish')),
  load: () => import('./run-publish-and-next.ts'),
})
