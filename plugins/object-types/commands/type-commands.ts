import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { askType } from '../pickers.ts'

const isInBucket = has('route.bucketSlug')
const mayWrite = and(isInBucket, can('types:write'))
const group = 'Object types'

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
  load: () => import('./open-type-objects.ts'),
})

export const newType = defineCommand({
  id: 'object-types.new',
  title: 'New object type…',
  keywords: ['create', 'add', 'model'],
  aliases: ['Create object type'],
  group,
  icon: 'plus',
  when: mayWrite,
  effect: 'nav',
  load: () => import('./new-type.ts'),
})

export const editType = defineCommand({
  id: 'object-types.edit',
  title: 'Edit object type…',
  keywords: ['fields', 'model', 'change'],
  group,
  icon: 'pencil',
  when: isInBucket,
  effect: 'nav',
  args: typeArgs,
  ask: { type_slug: askType },
  load: () => import('./edit-type.ts'),
})

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
  load: () => import('./duplicate-type.ts'),
})

export const deleteTypeArgs = () => type({ type_slug: 'string', confirmation: "'delete type'" })

export const deleteType = defineCommand({
  id: 'object-types.delete',
  title: 'Delete object type…',
  keywords: ['remove'],
  group,
  icon: 'trash-2',
  when: mayWrite,
  effect: 'write',
  args: deleteTypeArgs,
  ask: {
    type_slug: askType,
    confirmation: {
      kind: 'confirm',
      title: 'Delete the object type',
      help: 'Its objects go to the trash for 30 days; restoring one brings the type back.',
      phrase: 'delete type',
    },
  },
  load: () => import('./delete-type.ts'),
})

export const orderTypesArgs = () => type({ object_type_slugs: 'string[]' })

/** Run by dragging and by Alt+↑/↓ in the list. */
export const orderTypes = defineCommand({
  id: 'object-types.order',
  title: 'Order object types',
  group,
  when: mayWrite,
  effect: 'write',
  isInternal: true,
  args: orderTypesArgs,
  load: () => import('./order-types.ts'),
})

export const typeCommands: readonly AnyCommand[] = [
  openTypeObjects,
  newType,
  editType,
  duplicateType,
  deleteType,
  orderTypes,
]
