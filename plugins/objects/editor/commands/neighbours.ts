import { defineCommand } from '@typecase/plugin-sdk/command'
import { and, has } from '@typecase/plugin-sdk/when'

export const nextObject = defineCommand({
  id: 'objects.next',
  title: 'Go to next object',
  keywords: ['following', 'down', 'forward'],
  group: 'Object',
  icon: 'chevron-right',
  order: 70,
  effect: 'nav',
  when: and(has('objects.isEditing'), has('objects.hasNext')),
  load: () => import('./run-next.ts'),
})

export const previousObject = defineCommand({
  id: 'objects.previous',
  title: 'Go to previous object',
  keywords: ['back', 'up', 'before'],
  group: 'Object',
  icon: 'chevron-left',
  order: 71,
  effect: 'nav',
  when: and(has('objects.isEditing'), has('objects.hasPrevious')),
  load: () => import('./run-previous.ts'),
})
