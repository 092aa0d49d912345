import { askPublish } from '@typecase/content/publish-ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { type } from 'arktype'

import { newObject } from './open.ts'
import { group, mayDo } from './object-command.ts'

export const addArgs = () =>
  type({
    type: 'string',
    title: '0 < string <= 1000',
    'slug?': 'string',
    'locale?': 'string',
    'content?': 'string',
    'metadata?': 'object',
    'bucket?': 'string',
  })

export const addObject = defineCommand({
  id: 'objects.add',
  title: 'Add a draft…',
  aliases: ['Quick add', 'Add object without opening it'],
  keywords: ['capture', 'note', 'idea', 'quick'],
  group,
  icon: 'plus',
  when: mayDo('objects:write'),
  why: (facts) => (facts['route.bucketSlug'] === undefined ? 'Open a bucket first.' : undefined),
  effect: 'write',
  args: addArgs,
  defaults: (facts) => ({ type: newObject.defaults?.(facts).type }),
  ask: {
    ...newObject.ask,
    title: { kind: 'text', title: 'Title', placeholder: 'Title of the draft' },
  },
  call: async () => (await import('./write-runs.ts')).addCall,
  load: async () => (await import('./write-runs.ts')).addObject,
})

/** Values of one object. Metadata is merged by key. */
const update = () =>
  type({
    object_id: 'string',
    'title?': 'string <= 1000',
    'slug?': 'string',
    'content?': 'string',
    'metadata?': 'object',
    'rev?': 'number.integer',
  })

export const updateArgs = () =>
  type({
    updates: update().array().atLeastLength(1).atMostLength(1000),
    'publish?': 'boolean',
    'bucket?': 'string',
  })

/** For terminals and assistants. People use the form or the sheet. */
export const updateObjects = defineCommand({
  id: 'objects.update',
  title: 'Update objects',
  group,
  icon: 'save',
  isInternal: true,
  when: mayDo('objects:write'),
  effect: 'write',
  args: updateArgs,
  ask: { publish: askPublish },
  call: async () => (await import('./write-runs.ts')).updateCall,
  load: async () => (await import('./write-runs.ts')).updateObjects,
})

export const writeCommands: readonly AnyCommand[] = [addObject, updateObjects]
