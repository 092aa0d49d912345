import { type MetafieldType, metafieldTypes } from '@typecase/contract/metafields'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { has as hasSetting } from '../field-types.ts'
import { askField, askNewType, askType } from '../pickers.ts'

const shared = {
  group: 'Object types',
  when: and(has('route.bucketSlug'), can('types:write')),
  effect: 'write',
} as const

const runs = () => import('./fields-runs.ts')

const fieldType = () => type.enumerated(...metafieldTypes)
/** A field with its settings, in the form of the API. The key defaults to one made from the title. */
const field = () => type({ title: '0 < string <= 200', type: fieldType(), 'key?': 'string' })

export const addTypeArgs = () =>
  type({
    title: '0 < string <= 200',
    'slug?': 'string',
    'singular?': 'string',
    'emoji?': 'string',
    'fields?': field().array().atMostLength(500),
    'singleton?': 'boolean',
    'localization?': 'boolean',
    'preview_link?': 'string',
    'folder?': 'string',
  })

/** Adds a type in one call, for terminals and assistants. People use the builder instead. */
export const addType = defineCommand({
  ...shared,
  id: 'object-types.add',
  title: 'Add object type with fields',
  icon: 'plus',
  isInternal: true,
  args: addTypeArgs,
  ask: {
    fields: {
      kind: 'text',
      title: 'Fields',
      help: 'A list of {"title", "type"} and, where needed, "key", "required", "unique", "helptext", "options" [{"value"}] of choices, "object_type" of relations, "children" of groups (type parent), "repeater_fields". Types: text, textarea, rich-text, markdown, html-textarea, json, number, date, switch, color, emoji, select, multi-select, radio-buttons, check-boxes, select-dropdown, object, objects, file, files, parent, repeater',
    },
  },
  call: async () => (await import('../calls.ts')).addType,
  load: async () => (await runs()).addType,
})

export const undoAddArgs = () => type({ bucket: 'string', type_slug: 'string' })

/** Deletes a type that was just added, as long as it has no objects. */
export const undoAdd = defineCommand({
  ...shared,
  id: 'object-types.undo-add',
  title: 'Undo adding an object type',
  icon: 'undo-2',
  isInternal: true,
  args: undoAddArgs,
  load: async () => (await runs()).undoAdd,
})

const isPicked = (trait: (type: MetafieldType) => boolean, picked: unknown): boolean =>
  metafieldTypes.some((one) => one === picked && trait(one))

export const addFieldArgs = () =>
  type({
    type_slug: 'string',
    title: '0 < string <= 200',
    type: fieldType(),
    'key?': 'string',
    'choices?': 'string',
    'object_type?': 'string',
    'settings?': 'object',
  })

export const addField = defineCommand({
  ...shared,
  id: 'object-types.add-field',
  title: 'Add field to object type…',
  aliases: ['New field', 'Add metafield'],
  keywords: ['property', 'model', 'schema'],
  icon: 'plus',
  args: addFieldArgs,
  ask: {
    type_slug: askType,
    title: { kind: 'text', title: 'Field', placeholder: 'What is its name?' },
    type: { ...askNewType, title: 'Type of field' },
    choices: {
      kind: 'text',
      title: 'Choices',
      placeholder: 'Choices, separated by commas',
      isNeeded: ({ type: picked }) => isPicked(hasSetting.options, picked),
    },
    object_type: {
      ...askType,
      title: 'Of type',
      isNeeded: ({ type: picked }) => isPicked(hasSetting.objectType, picked),
    },
    settings: {
      kind: 'text',
      title: 'Settings',
      help: 'More of the field, as `fields` of object-types.add take it: {"required": true, "helptext": "…"}',
    },
  },
  load: async () => (await runs()).addField,
})

export const removeFieldArgs = () => type({ type_slug: 'string', field: 'string' })

export const removeField = defineCommand({
  ...shared,
  id: 'object-types.remove-field',
  title: 'Remove field from object type…',
  aliases: ['Delete field', 'Remove metafield'],
  keywords: ['property', 'model', 'schema'],
  icon: 'minus',
  args: removeFieldArgs,
  ask: { type_slug: askType, field: askField },
  load: async () => (await runs()).removeField,
})

export const restoreFieldsArgs = () =>
  type({
    bucket: 'string',
    type_slug: 'string',
    /** The fields after the change that is undone. */
    from: 'object[]',
    to: 'object[]',
    options: 'object',
  })

/** Undoes a change of fields, unless they were changed since. */
export const restoreFields = defineCommand({
  ...shared,
  id: 'object-types.restore-fields',
  title: 'Restore the fields of an object type',
  icon: 'undo-2',
  isInternal: true,
  args: restoreFieldsArgs,
  load: async () => (await runs()).restoreFields,
})

export const fieldCommands: readonly AnyCommand[] = [
  addType,
  undoAdd,
  addField,
  removeField,
  restoreFields,
]
