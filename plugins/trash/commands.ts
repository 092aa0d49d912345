import { defineCommand } from '@typecase/plugin-sdk/command'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, can, has, selection } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { TRASH_SELECTION } from './record.ts'

const when = and(has('route.bucketSlug'), can('objects:delete'))
const runs = () => import('./runs.ts')

/** Ids of objects, or `q` for all objects whose title contains it. */
export const restoreArgs = () => type({ 'object_ids?': 'string[] >= 1', 'q?': 'string <= 200' })

export const restoreObjects = defineCommand({
  id: 'trash.restore',
  title: 'Restore from trash',
  aliases: ['Restore', 'Restore selection'],
  keywords: ['bring back', 'undelete'],
  icon: 'undo-2',
  order: 10,
  when,
  subject: { object_ids: selection(TRASH_SELECTION) },
  why: () => 'Select objects in the trash first.',
  effect: 'write',
  args: restoreArgs,
  defaults: (facts) => ({ object_ids: [...(facts['selection.ids'] ?? [])] }),
  call: async () => (await runs()).restoreCall,
  load: async () => (await runs()).restoreObjects,
})

export const restoreAllArgs = () => type({ q: 'string <= 200' })

export const restoreAll = defineCommand({
  id: 'trash.restore-all',
  title: 'Restore all from trash…',
  aliases: ['Restore everything', 'Restore all that match'],
  keywords: ['bring back', 'undelete'],
  icon: 'undo-2',
  order: 20,
  when,
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
  call: async () => (await runs()).restoreCall,
  load: async () => (await runs()).restoreAll,
})

export const emptyArgs = () => type({ confirmation: "'empty trash'" })

export const emptyTrash = defineCommand({
  id: 'trash.empty',
  title: 'Empty trash…',
  keywords: ['wipe', 'clear', 'delete for good', 'purge'],
  icon: 'trash-2',
  when,
  effect: 'destructive',
  args: emptyArgs,
  ask: {
    confirmation: {
      kind: 'confirm',
      title: 'Delete everything in the trash',
      help: 'This cannot be undone.',
      phrase: 'empty trash',
    },
  },
  call: async () => (await runs()).emptyCall,
  load: async () => (await runs()).emptyTrash,
})

export default {
  commands: [restoreObjects, restoreAll, emptyTrash],
} satisfies PluginPart
