import { defineCommand } from '@typecase/plugin-sdk/command'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, can, has, selection } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

/** What is selected in the trash: nothing that commands about objects could work on. */
export const TRASHED = 'trashed'

const isInBucket = has('route.bucketSlug')
const mayDelete = and(isInBucket, can('objects:delete'))

/** Some, or all whose title holds `q`. */
export const restoreArgs = () => type({ 'object_ids?': 'string[] >= 1', 'q?': 'string <= 200' })

export const restoreObjects = defineCommand({
  id: 'trash.restore',
  title: 'Restore from trash',
  aliases: ['Restore', 'Restore selection'],
  keywords: ['bring back', 'undelete'],
  icon: 'undo-2',
  order: 10,
  when: and(mayDelete, selection(TRASHED)),
  why: () => 'Select objects in the trash first.',
  effect: 'write',
  args: restoreArgs,
  defaults: (facts) => ({ object_ids: [...(facts['selection.ids'] ?? [])] }),
  call: async () => (await import('./calls.ts')).restoreTrash,
  load: async () => (await import('./command-runs.ts')).restoreObjects,
})

/** For the buttons of rows, which bring their object. */
export const restoreThese = defineCommand({
  id: 'trash.restore-these',
  title: 'Restore from trash',
  icon: 'undo-2',
  when: mayDelete,
  effect: 'write',
  isInternal: true,
  args: restoreArgs,
  call: async () => (await import('./calls.ts')).restoreTrash,
  load: async () => (await import('./command-runs.ts')).restoreObjects,
})

export const restoreAllArgs = () => type({ q: 'string <= 200' })

export const restoreAll = defineCommand({
  id: 'trash.restore-all',
  title: 'Restore all from trash…',
  aliases: ['Restore everything', 'Restore all that match'],
  keywords: ['bring back', 'undelete'],
  icon: 'undo-2',
  order: 20,
  when: mayDelete,
  effect: 'write',
  isAlwaysPlanned: true,
  args: restoreAllArgs,
  ask: {
    q: {
      kind: 'text',
      title: 'Title contains',
      placeholder: 'Words of the title',
      empty: 'Everything in the trash',
    },
  },
  call: async () => (await import('./calls.ts')).restoreTrash,
  load: async () => (await import('./command-runs.ts')).restoreAll,
})

export const emptyArgs = () => type({ confirmation: "'empty trash'" })

export const emptyTrash = defineCommand({
  id: 'trash.empty',
  title: 'Empty trash…',
  keywords: ['wipe', 'clear', 'delete for good', 'purge'],
  icon: 'trash-2',
  when: mayDelete,
  effect: 'write',
  args: emptyArgs,
  ask: {
    confirmation: {
      kind: 'confirm',
      title: 'Delete everything in the trash for good',
      help: 'This cannot be undone.',
      phrase: 'empty trash',
    },
  },
  call: async () => (await import('./calls.ts')).emptyTrash,
  load: async () => (await import('./command-runs.ts')).emptyTrash,
})

export default {
  commands: [restoreObjects, restoreThese, restoreAll, emptyTrash],
} satisfies PluginPart
