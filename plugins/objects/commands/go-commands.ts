import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, eq, has, or } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { askType } from '../pickers.ts'
import { group, inBucket, onList, whyNoObjects } from './conditions.ts'

export const openObjectsArgs = () => type({ 'type?': 'string', 'query?': 'object' })

/** The sidebar's row brings "Go to Objects"; this one is for buttons and other commands. */
export const openObjects = defineCommand({
  id: 'objects.open',
  title: 'Show objects',
  group,
  icon: 'table',
  when: inBucket,
  effect: 'nav',
  isInternal: true,
  args: openObjectsArgs,
  load: () => import('./open-objects.ts'),
})

export const searchAllFieldsArgs = () => type({ words: 'string' })

/** What the palette offers for words that it finds no object by. */
export const searchAllFields = defineCommand({
  id: 'objects.search-all-fields',
  title: 'Search all fields…',
  aliases: ['Full-text search'],
  keywords: ['find', 'texts', 'everywhere'],
  group,
  icon: 'search',
  when: inBucket,
  effect: 'nav',
  args: searchAllFieldsArgs,
  ask: { words: { kind: 'text', title: 'Words', placeholder: 'Words that the object holds' } },
  load: () => import('./search-all-fields.ts'),
})

/** `bucket` is where it is, unless that is the open one. */
export const openObjectArgs = () => type({ id: 'string', 'bucket?': 'string' })

export const openObject = defineCommand({
  id: 'objects.open-object',
  title: 'Open object',
  group,
  icon: 'file-text',
  effect: 'nav',
  isInternal: true,
  args: openObjectArgs,
  load: () => import('./open-object.ts'),
})

/** Enter in the list, and its key: the current row, or the only selected one. */
export const editObject = defineCommand({
  id: 'objects.edit',
  title: 'Edit object',
  aliases: ['Open object'],
  keywords: ['change', 'open'],
  group,
  icon: 'pencil',
  order: 15,
  when: and(inBucket, onList, or(has('objects.row'), eq('selection.count', 1))),
  why: (facts) => whyNoObjects(facts) ?? 'Move to a row, or select one, first.',
  effect: 'nav',
  load: () => import('./edit-object.ts'),
})

export const newObjectArgs = () => type({ type: 'string', 'title?': 'string <= 1000' })

export const newObject = defineCommand({
  id: 'objects.new',
  title: 'New object…',
  aliases: ['Create object', 'Add object'],
  keywords: ['write', 'entry', 'post'],
  group,
  icon: 'plus',
  when: and(inBucket, can('objects:write')),
  why: (facts) => (facts['route.bucketSlug'] === undefined ? 'Open a bucket first.' : undefined),
  effect: 'nav',
  args: newObjectArgs,
  defaults: (facts) => ({ type: facts['objects.type'] }),
  ask: { type: askType },
  load: () => import('./new-object.ts'),
})

export const goCommands: readonly AnyCommand[] = [
  openObjects,
  searchAllFields,
  openObject,
  editObject,
  newObject,
]
