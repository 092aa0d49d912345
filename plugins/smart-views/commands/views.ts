import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'
import { group } from './list.ts'
import { askIcon, askOwn, askPrivate, askShared, askTitle, askView } from './pickers.ts'

const inBucket = has('route.bucketSlug')
const mayWrite = and(inBucket, can('objects:write'))
const current = (facts: FactValues) => ({ view_id: facts['smart-views.view'] })
const runs = () => import('./views-runs.ts')

export const viewArgs = () => type({ view_id: 'string' })

export const openView = defineCommand({
  id: 'smart-views.open',
  title: 'Go to smart view…',
  aliases: ['Open smart view'],
  keywords: ['tab', 'filter', 'saved'],
  group,
  icon: 'funnel',
  when: inBucket,
  effect: 'nav',
  args: viewArgs,
  ask: { view_id: askView },
  load: async () => (await runs()).openView,
})

export const renameArgs = () => type({ view_id: 'string', title: '0 < string <= 60' })

export const renameView = defineCommand({
  id: 'smart-views.rename',
  title: 'Rename smart view…',
  keywords: ['name', 'title'],
  group,
  icon: 'pencil',
  when: mayWrite,
  effect: 'write',
  args: renameArgs,
  defaults: current,
  ask: { view_id: askOwn, title: askTitle },
  load: async () => (await runs()).renameView,
})

export const iconArgs = () => type({ view_id: 'string', icon: 'string <= 64' })

export const changeIcon = defineCommand({
  id: 'smart-views.change-icon',
  title: 'Change icon of smart view…',
  keywords: ['emoji', 'symbol'],
  group,
  icon: 'smile',
  when: mayWrite,
  effect: 'write',
  args: iconArgs,
  defaults: current,
  ask: { view_id: askOwn, icon: askIcon },
  load: async () => (await runs()).changeIcon,
})

export const duplicateView = defineCommand({
  id: 'smart-views.duplicate',
  title: 'Duplicate smart view…',
  aliases: ['Copy smart view'],
  group,
  icon: 'copy',
  when: mayWrite,
  effect: 'write',
  args: viewArgs,
  defaults: current,
  ask: { view_id: askView },
  load: async () => (await runs()).duplicateView,
})

export const deleteView = defineCommand({
  id: 'smart-views.delete',
  title: 'Delete smart view…',
  aliases: ['Remove smart view'],
  group,
  icon: 'trash-2',
  when: mayWrite,
  // The objects stay, and it can be brought back.
  effect: 'write',
  args: viewArgs,
  defaults: current,
  ask: { view_id: askOwn },
  load: async () => (await runs()).deleteView,
})

export const shareView = defineCommand({
  id: 'smart-views.share',
  title: 'Share smart view…',
  keywords: ['team', 'everybody', 'public'],
  group,
  icon: 'share-2',
  when: mayWrite,
  effect: 'write',
  args: viewArgs,
  defaults: current,
  ask: { view_id: askPrivate },
  load: async () => (await runs()).shareView,
})

export const unshareView = defineCommand({
  id: 'smart-views.unshare',
  title: 'Stop sharing smart view…',
  aliases: ['Unshare smart view'],
  keywords: ['private', 'only me'],
  group,
  icon: 'lock',
  when: mayWrite,
  effect: 'write',
  args: viewArgs,
  defaults: current,
  ask: { view_id: askShared },
  load: async () => (await runs()).unshareView,
})

export const moveArgs = () => type({ view_id: 'string', by: '-1 | 1' })

const move = (id: `smart-views.${string}`, title: string, icon: string, by: -1 | 1) =>
  defineCommand({
    id,
    title,
    keywords: ['order', 'reorder', 'arrange', by < 0 ? 'left' : 'right'],
    group,
    icon,
    when: mayWrite,
    effect: 'write',
    args: moveArgs,
    defaults: (facts) => ({ ...current(facts), by }),
    ask: { view_id: askView },
    load: async () => (await runs()).moveView,
  })

export const moveUp = move('smart-views.move-up', 'Move smart view up', 'arrow-up', -1)
export const moveDown = move('smart-views.move-down', 'Move smart view down', 'arrow-down', 1)

/** With the bucket: what takes something back is run wherever one is by then. */
export const placedArgs = () => type({ bucket: 'string', view_id: 'string' })

/** Takes back that a view was added. */
export const removeView = defineCommand({
  id: 'smart-views.remove',
  title: 'Remove a new smart view',
  group,
  isInternal: true,
  effect: 'write',
  args: placedArgs,
  load: async () => (await runs()).removeView,
})

const kept = () =>
  type({
    'title?': 'string',
    'icon?': 'string | null',
    'query_string?': 'string',
    'columns?': 'string[] | null',
    'sort?': 'string | null',
    'group?': 'string | null',
    'type?': 'string | null',
    'is_shared?': 'boolean',
  })

export const setArgs = () => type({ bucket: 'string', view_id: 'string', data: kept() })

/** Gives a view what it had before. */
export const setView = defineCommand({
  id: 'smart-views.set',
  title: 'Change a smart view back',
  group,
  isInternal: true,
  effect: 'write',
  args: setArgs,
  load: async () => (await runs()).setView,
})

export const restoreArgs = () => type({ bucket: 'string', data: kept(), order: 'string[]' })

export const restoreView = defineCommand({
  id: 'smart-views.restore',
  title: 'Bring back a smart view',
  group,
  isInternal: true,
  effect: 'write',
  args: restoreArgs,
  load: async () => (await runs()).restoreView,
})

export const orderArgs = () => type({ bucket: 'string', order: 'string[]' })

export const setOrder = defineCommand({
  id: 'smart-views.set-order',
  title: 'Order smart views as before',
  group,
  isInternal: true,
  effect: 'write',
  args: orderArgs,
  load: async () => (await runs()).setOrder,
})

export const viewCommands: readonly AnyCommand[] = [
  openView,
  renameView,
  changeIcon,
  duplicateView,
  deleteView,
  shareView,
  unshareView,
  moveUp,
  moveDown,
  removeView,
  setView,
  restoreView,
  setOrder,
]
