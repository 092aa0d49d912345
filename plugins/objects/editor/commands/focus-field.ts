import { defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

export const focusFieldArgs = () => type({ path: 'string' })

export const focusField = defineCommand({
  id: 'objects.focus-field',
  title: 'Go to field…',
  keywords: ['jump', 'find', 'metafield'],
  group: 'Object',
  icon: 'text-cursor-input',
  effect: 'nav',
  when: has('objects.isEditing'),
  args: focusFieldArgs,
  ask: {
    path: {
      kind: 'picker',
      title: 'Field',
      placeholder: 'Title of the field',
      search: async (query) => (await import('./search-fields.ts')).searchFields(query),
    },
  },
  load: () => import('./run-focus-field.ts'),
})
