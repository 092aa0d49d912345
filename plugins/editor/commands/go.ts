import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

/** Commands for the open object that do not change it. */
const runs = () => import('./go-runs.ts')

export const nextObject = defineCommand({
  id: 'editor.next',
  formerIds: ['objects.next'],
  title: 'Go to next object',
  keywords: ['following', 'down', 'forward'],
  group: 'Object',
  icon: 'chevron-right',
  order: 70,
  effect: 'nav',
  when: and(has('editor.isEditing'), has('editor.hasNext')),
  load: async () => (await runs()).nextObject,
})

export const previousObject = defineCommand({
  id: 'editor.previous',
  formerIds: ['objects.previous'],
  title: 'Go to previous object',
  keywords: ['back', 'up', 'before'],
  group: 'Object',
  icon: 'chevron-left',
  order: 71,
  effect: 'nav',
  when: and(has('editor.isEditing'), has('editor.hasPrevious')),
  load: async () => (await runs()).previousObject,
})

export const focusFieldArgs = () => type({ path: 'string' })

export const focusField = defineCommand({
  id: 'editor.focus-field',
  formerIds: ['objects.focus-field'],
  title: 'Go to field…',
  keywords: ['jump', 'find', 'metafield'],
  group: 'Object',
  icon: 'text-cursor-input',
  effect: 'nav',
  when: has('editor.isEditing'),
  args: focusFieldArgs,
  ask: {
    path: {
      kind: 'picker',
      title: 'Field',
      placeholder: 'Title of the field',
      search: async (query, context) => (await runs()).searchFields(query, context),
    },
  },
  load: async () => (await runs()).focusField,
})

export const copyID = defineCommand({
  id: 'editor.copy-id',
  formerIds: ['objects.copy-id'],
  title: 'Copy object ID',
  keywords: ['clipboard', 'identifier'],
  group: 'Object',
  icon: 'copy',
  order: 80,
  effect: 'none',
  when: has('editor.isEditing'),
  load: async () => (await runs()).copyID,
})

export const goCommands: readonly AnyCommand[] = [focusField, nextObject, previousObject, copyID]
