import { type MetafieldType, metafieldTypes } from '@typecase/contract/metafields'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { has as hasSetting } from '../field-types.ts'
import { askField, askNewType, askType } from '../pickers.ts'

const shared = {
  group: 'Object types',
  when: and(has('route.bucketSlug'), can('types:write')),
  effect: 'write',
  isAlwaysPlanned: true,
} as const

/** Returns the type whose objects are on screen. */
const typeOnScreen = (facts: FactValues): { type_slug: string | undefined } => {
  const slug = facts['view.query']?.['type']
  return { type_slug: typeof slug === 'string' ? slug : undefined }
}

export const renameKeyArgs = () =>
  type({ type_slug: 'string', field: 'string', new_key: 'string', 'rev?': 'number' })

export const renameKey = defineCommand({
  ...shared,
  id: 'object-types.rename-key',
  title: 'Rename a field’s key…',
  aliases: ['Rename field key', 'Rename metafield'],
  keywords: ['migrate', 'property', 'model', 'values'],
  icon: 'text-cursor-input',
  args: renameKeyArgs,
  defaults: typeOnScreen,
  ask: {
    type_slug: askType,
    field: askField,
    new_key: {
      kind: 'text',
      title: 'New key',
      placeholder: 'such as published_in',
      // Only the last key of the path changes: the field stays in its group.
      initial: async ({ args: { field } }) =>
        typeof field === 'string' ? field.split('.').at(-1) : undefined,
    },
  },
  call: async () => (await import('../calls.ts')).renameKey,
  load: async () => (await import('./migrations-runs.ts')).renameKey,
})

export const changeTypeArgs = () =>
  type({
    type_slug: 'string',
    field: 'string',
    new_type: type.enumerated(...metafieldTypes),
    'choices?': 'string',
    'object_type?': 'string',
    'rev?': 'number',
  })

/** Whether the picked type has a trait. No type has been picked yet when the first question is asked. */
const pickedTypeHas = (trait: (type: MetafieldType) => boolean, picked: unknown): boolean =>
  metafieldTypes.some((type) => type === picked && trait(type))

export const changeFieldType = defineCommand({
  ...shared,
  id: 'object-types.change-field-type',
  title: 'Change the type of a field…',
  aliases: ['Convert field', 'Change field type'],
  keywords: ['migrate', 'convert', 'metafield', 'model', 'values'],
  icon: 'shapes',
  args: changeTypeArgs,
  defaults: typeOnScreen,
  ask: {
    type_slug: askType,
    field: askField,
    new_type: askNewType,
    choices: {
      kind: 'text',
      title: 'Choices',
      placeholder: 'Choices, separated by commas',
      empty: 'Keep the current choices, or use the stored values',
      isNeeded: ({ new_type }) => pickedTypeHas(hasSetting.options, new_type),
    },
    object_type: {
      ...askType,
      title: 'Of type',
      isNeeded: ({ new_type }) => pickedTypeHas(hasSetting.objectType, new_type),
    },
  },
  call: async () => (await import('../calls.ts')).changeFieldType,
  load: async () => (await import('./migrations-runs.ts')).changeFieldType,
})

export const migrateTypeArgs = () =>
  type({ type_slug: 'string', data: 'Record<string, unknown>', 'rev?': 'number' })

/** Saves a type from the builder and migrates the values of its fields. */
export const migrateType = defineCommand({
  ...shared,
  id: 'object-types.migrate',
  title: 'Save object type and its values',
  icon: 'save',
  isInternal: true,
  args: migrateTypeArgs,
  call: async () => (await import('../calls.ts')).migrateType,
  load: async () => (await import('./migrations-runs.ts')).migrateType,
})

export const migrateCommands: readonly AnyCommand[] = [renameKey, changeFieldType, migrateType]
