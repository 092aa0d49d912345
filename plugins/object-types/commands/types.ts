import { isEditing } from '@typecase/content/object-facts'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import { and, can, eq, has, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { askType } from '../pickers.ts'
import { objectTypeRoute, typePage } from '../routes.ts'

const isInBucket = has('route.bucketSlug')
const mayWrite = and(isInBucket, can('types:write'))
const inBuilder = eq('route.id', objectTypeRoute.id)
const group = 'Object types'
const whyNoOffer = () => 'No new object type was left unsaved.'

export const typeArgs = () => type({ type_slug: 'string' })

export const openTypeObjects = defineCommand({
  id: 'object-types.open-objects',
  title: 'Go to objects of type…',
  keywords: ['list', 'filter'],
  group,
  icon: 'table',
  when: isInBucket,
  effect: 'nav',
  args: typeArgs,
  ask: { type_slug: askType },
  load: async () => (await import('./types-runs.ts')).openTypeObjects,
})

export const newType = defineCommand({
  id: 'object-types.new',
  title: 'New object type…',
  keywords: ['create', 'add', 'model'],
  aliases: ['New content type', 'New model', 'New collection', 'Create object type'],
  group,
  icon: 'plus',
  when: mayWrite,
  effect: 'nav',
  load: async () => (await import('./types-runs.ts')).newType,
})

export const editType = defineCommand({
  id: 'object-types.edit',
  title: 'Edit object type…',
  keywords: ['add field', 'new field', 'fields', 'model', 'change'],
  group,
  icon: 'pencil',
  when: isInBucket,
  effect: 'nav',
  args: typeArgs,
  ask: { type_slug: askType },
  load: async () => (await import('./types-runs.ts')).editType,
})

export const saveType = defineCommand({
  id: 'object-types.save',
  title: 'Save object type',
  keywords: ['store', 'keep', 'write', 'model'],
  group,
  icon: 'save',
  order: 5,
  when: and(inBuilder, can('types:write')),
  why: (facts) =>
    facts['route.id'] === objectTypeRoute.id ? undefined : 'Open an object type first.',
  effect: 'write',
  load: async () => (await import('./types-runs.ts')).saveType,
})

export const continueUnsaved = defineCommand({
  id: 'object-types.continue-unsaved',
  title: 'Continue the object type that was left unsaved',
  keywords: ['draft', 'restore', 'resume', 'abandoned'],
  group,
  icon: 'history',
  when: has('object-types.hasOffer'),
  why: whyNoOffer,
  effect: 'none',
  runNow: (_args, { page }) => page(typePage)?.continueUnsaved(),
})

export const discardUnsaved = defineCommand({
  id: 'object-types.discard-unsaved',
  title: 'Discard the object type that was left unsaved',
  keywords: ['draft', 'start new', 'forget', 'abandoned'],
  group,
  icon: 'rotate-ccw',
  when: has('object-types.hasOffer'),
  why: whyNoOffer,
  effect: 'none',
  runNow: (_args, { page }) => page(typePage)?.discardUnsaved(),
})

export const typeKeys: readonly KeyBinding[] = [
  { keys: 'n', command: newType.id, when: eq('list.creates', newType.id) },
  // The editor of objects uses the same key to save.
  { keys: '$mod+s', command: saveType.id, when: and(inBuilder, not(isEditing)) },
]

export const duplicateType = defineCommand({
  id: 'object-types.duplicate',
  title: 'Duplicate object type…',
  keywords: ['copy', 'clone'],
  group,
  icon: 'copy',
  when: mayWrite,
  effect: 'write',
  args: typeArgs,
  ask: { type_slug: askType },
  load: async () => (await import('./types-runs.ts')).duplicateType,
})

export const deleteType = defineCommand({
  id: 'object-types.delete',
  title: 'Delete object type…',
  keywords: ['remove'],
  group,
  icon: 'trash-2',
  when: mayWrite,
  effect: 'destructive',
  args: typeArgs,
  ask: {
    type_slug: askType,
  },
  load: async () => (await import('./types-runs.ts')).deleteType,
})

export const orderTypesArgs = () => type({ object_type_slugs: 'string[]' })

/** Sets the order of types. Run by dragging and by Alt+↑/↓ in the list. */
export const orderTypes = defineCommand({
  id: 'object-types.order',
  title: 'Order object types',
  group,
  when: mayWrite,
  effect: 'write',
  isInternal: true,
  args: orderTypesArgs,
  load: async () => (await import('./types-runs.ts')).orderTypes,
})

export const typeCommands: readonly AnyCommand[] = [
  openTypeObjects,
  newType,
  editType,
  saveType,
  continueUnsaved,
  discardUnsaved,
  duplicateType,
  deleteType,
  orderTypes,
]
