import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, eq, has, or } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { mayWriteType } from '@typecase/content/object/writable-types'
import { group, inBucket, oneObject, onList, whyNoObjects } from './object-command.ts'

export const openObjectsArgs = () => type({ 'type?': 'string', 'query?': 'object' })

/** For buttons and other commands. In the palette, users have “Go to Objects” from the sidebar. */
export const openObjects = defineCommand({
  id: 'objects.open',
  title: 'Show objects',
  group,
  icon: 'table',
  when: inBucket,
  effect: 'nav',
  isInternal: true,
  args: openObjectsArgs,
  load: async () => (await import('./open-runs.ts')).openObjects,
})

export const searchAllFieldsArgs = () => type({ words: 'string' })

/** Searches all fields. The palette offers it for words that match no object. */
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
  ask: { words: { kind: 'text', title: 'Words', placeholder: 'Words the object contains' } },
  load: async () => (await import('./open-runs.ts')).searchAllFields,
})

/** `bucket` is the object's bucket, if it is not the open one. */
export const openObjectArgs = () => type({ id: 'string', 'bucket?': 'string' })

export const openObject = defineCommand({
  id: 'objects.open-object',
  title: 'Open object',
  group,
  icon: 'file-text',
  effect: 'nav',
  isInternal: true,
  args: openObjectArgs,
  load: async () => (await import('./open-runs.ts')).openObject,
})

export const viewPublicArgs = () => type({ id: 'string' })

/** Opens the preview link of the object's type, or else the object in the public API. */
export const viewPublic = defineCommand({
  id: 'objects.view-public',
  title: 'View live page',
  aliases: ['View on site', 'View', 'Preview'],
  keywords: ['view on site', 'website', 'see', 'site', 'link', 'open', 'live', 'browser'],
  group,
  icon: 'external-link',
  order: 65,
  when: inBucket,
  effect: 'nav',
  args: viewPublicArgs,
  defaults: (facts) => ({ id: oneObject(facts) }),
  ask: {
    id: {
      kind: 'picker',
      title: 'Object',
      placeholder: 'Which object?',
      search: async (query, context) =>
        (await import('../references/use-rows.ts')).objectRows(query, context),
    },
  },
  load: async () => (await import('./open-runs.ts')).viewPublic,
})

/** Opens the current row, or the only selected one; bound to a key and to Enter in the list. */
export const editObject = defineCommand({
  id: 'objects.edit',
  title: 'Edit object',
  aliases: ['Open object'],
  keywords: ['change', 'open'],
  group,
  icon: 'pencil',
  order: 15,
  when: and(inBucket, onList, or(has('objects.row'), eq('selection.count', 1))),
  why: (facts) => whyNoObjects(facts) ?? 'Go to a row or select one first.',
  effect: 'nav',
  load: async () => (await import('./open-runs.ts')).editObject,
})

export const newObjectArgs = () => type({ type: 'string', 'title?': 'string <= 1000' })

export const newObject = defineCommand({
  id: 'objects.new',
  title: 'New object…',
  aliases: ['Create object', 'Add object'],
  keywords: ['create', 'add', 'page', 'document', 'article', 'write', 'entry', 'post'],
  group,
  icon: 'plus',
  when: and(inBucket, can('objects:write')),
  why: (facts) => (facts['route.bucketSlug'] === undefined ? 'Open a bucket first.' : undefined),
  effect: 'nav',
  args: newObjectArgs,
  // If the list shows a type that the role may not write, the palette asks for another type.
  defaults: (facts) => {
    const type = facts['objects.type']
    return { type: type !== undefined && mayWriteType(facts, type) ? type : undefined }
  },
  ask: {
    type: {
      kind: 'picker',
      title: 'Object type',
      placeholder: 'Which object type?',
      search: async (query, context) =>
        (await import('./list-pickers.ts')).typeRows(query, context),
    },
  },
  load: async () => (await import('./open-runs.ts')).newObject,
})

export const openCommands: readonly AnyCommand[] = [
  openObjects,
  searchAllFields,
  openObject,
  editObject,
  viewPublic,
  newObject,
]
