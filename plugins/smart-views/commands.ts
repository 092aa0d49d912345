import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { hasSheetEdits, isEditing, onObjects } from '@typecase/content/object-facts'
import { offerChangeable } from '@typecase/content/record/author'
import { recordCommand } from '@typecase/content/record/define-record'
import { undoCommand } from '@typecase/content/record/record-undo'
import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { and, can, eq, has, holds, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { facts, inBucket, view } from './record.ts'
import { smartViewsRoute } from './routes.ts'
import { viewIcons } from './view-look.ts'

const runs = () => import('./runs.ts')
const { group } = view

export const saveAsArgs = () => type({ title: '0 < string <= 60', 'icon?': 'string' })

/** Saves the current state of a list as a smart view. */
export const saveAs = defineCommand({
  id: 'smart-views.save-as',
  title: 'Save as smart view…',
  aliases: ['New smart view', 'Save view as'],
  keywords: ['filter', 'query', 'keep', 'tab', 'bookmark'],
  group,
  icon: 'bookmark',
  when: and(onObjects, can('objects:write')),
  why: (values) => (holds(onObjects, values) ? undefined : 'Open a list of objects first.'),
  effect: 'write',
  args: saveAsArgs,
  ask: { title: { kind: 'text', title: 'Name', placeholder: 'What is its name?' } },
  load: async () => (await runs()).saveAs,
})

export const addArgs = () =>
  type({
    title: '0 < string <= 60',
    query: 'Record<string, unknown>',
    'icon?': 'string <= 64',
    'sort?': 'string <= 200',
    'columns?': 'string[] <= 100',
    'group?': 'string <= 300',
    'is_shared?': 'boolean',
  })

/** Adds a smart view from a query, for terminals and assistants. People save the list on screen instead. */
export const addView = defineCommand({
  id: 'smart-views.add',
  title: 'Add smart view of a query',
  group,
  icon: 'bookmark',
  isInternal: true,
  when: and(inBucket, can('objects:write')),
  effect: 'write',
  args: addArgs,
  ask: {
    query: {
      kind: 'text',
      title: 'Query',
      help: 'In the query language, as the tool query takes it: {"type": "posts", "status": "draft"}',
    },
    sort: { kind: 'text', title: 'Sort', help: 'A field; with - before it, descending' },
    columns: { kind: 'text', title: 'Columns', help: 'Paths of fields: title, metadata.year' },
    is_shared: { kind: 'text', title: 'Shared', help: 'Whether everyone in the bucket sees it' },
  },
  call: async () => (await runs()).addCall,
  load: async () => (await runs()).addView,
})

export const settleArgs = () =>
  type({ bucket: 'string', view_id: 'string', keep: "'theirs' | 'mine' | 'new'" })

/** Asks what to do when another user has saved the view first. */
export const settleView = defineCommand({
  id: 'smart-views.settle',
  title: 'Someone else saved this view',
  group,
  icon: 'users',
  isInternal: true,
  when: and(onObjects, can('objects:write')),
  effect: 'write',
  args: settleArgs,
  ask: {
    keep: {
      kind: 'choice',
      title: 'Someone else has changed this view. What should it keep?',
      choices: [
        { value: 'theirs', label: 'Theirs: show the view as they saved it' },
        { value: 'mine', label: 'Mine: save what I see over it' },
        { value: 'new', label: 'Both: save what I see as a new view…' },
      ],
    },
  },
  load: async () => (await runs()).settleView,
})

export const saveView = defineCommand({
  id: 'smart-views.save',
  title: 'Save view',
  keywords: ['update', 'keep', 'changes', 'smart view'],
  group,
  icon: 'save',
  order: 5,
  when: and(has('smart-views.isChanged'), can('objects:write')),
  effect: 'write',
  load: async () => (await runs()).saveView,
})

export const resetView = defineCommand({
  id: 'smart-views.reset',
  title: 'Reset view',
  keywords: ['discard', 'revert', 'as saved', 'smart view'],
  group,
  icon: 'rotate-ccw',
  order: 6,
  when: has('smart-views.isChanged'),
  effect: 'nav',
  load: async () => (await runs()).resetView,
})

/** Asked for even within a view, which is the current one. */
export const openView = defineCommand({
  id: 'smart-views.open',
  title: 'Go to smart view…',
  aliases: ['Open smart view'],
  keywords: ['tab', 'filter', 'saved'],
  group,
  icon: 'funnel',
  when: inBucket,
  effect: 'nav',
  args: view.args,
  ask: { view_id: view.ask() },
  load: async () => (await runs()).openView,
})

export const renameArgs = () => type({ view_id: 'string', title: '0 < string <= 60' })

export const renameView = recordCommand(view, {
  id: 'smart-views.rename',
  title: 'Rename smart view…',
  keywords: ['name', 'title'],
  icon: 'pencil',
  effect: 'write',
  offer: offerChangeable,
  args: renameArgs,
  ask: {
    title: {
      kind: 'text',
      title: 'Name',
      placeholder: 'What is its name?',
      async initial({ services, facts: values, args: { view_id: id } }) {
        if (typeof id !== 'string') return undefined
        return (await view.read(services, bucketSlugOf(values), id)).title
      },
    },
  },
  load: async () => (await runs()).renameView,
})

export const iconArgs = () => type({ view_id: 'string', icon: 'string <= 64' })

/** Picks an icon by name, or a typed emoji. */
const askIcon: AskPicker = {
  kind: 'picker',
  title: 'Icon',
  placeholder: 'An icon’s name, or type an emoji',
  search(query) {
    const typed = query.trim()
    const icons = viewIcons
      .filter((name) => holdsWords(`${name} ${name.replaceAll('-', ' ')}`, typed))
      .map((name) => ({ id: name, value: name, label: name.replaceAll('-', ' '), icon: name }))
    const isEmoji = /\p{Extended_Pictographic}/u.test(typed) && typed.length <= 32
    const emoji = isEmoji ? [{ id: typed, value: typed, label: typed }] : []
    return Promise.resolve([...emoji, ...icons])
  },
}

export const changeIcon = recordCommand(view, {
  id: 'smart-views.change-icon',
  title: 'Change icon of smart view…',
  keywords: ['emoji', 'symbol'],
  icon: 'smile',
  effect: 'write',
  offer: offerChangeable,
  args: iconArgs,
  ask: { icon: askIcon },
  load: async () => (await runs()).changeIcon,
})

export const duplicateView = recordCommand(view, {
  id: 'smart-views.duplicate',
  title: 'Duplicate smart view…',
  aliases: ['Copy smart view'],
  icon: 'copy',
  effect: 'write',
  load: async () => (await runs()).duplicateView,
})

export const deleteView = recordCommand(view, {
  id: 'smart-views.delete',
  title: 'Delete smart view…',
  aliases: ['Remove smart view'],
  icon: 'trash-2',
  // The objects are not deleted, and the view can be restored.
  effect: 'write',
  offer: offerChangeable,
  load: async () => (await runs()).deleteView,
})

export const shareView = recordCommand(view, {
  id: 'smart-views.share',
  title: 'Share smart view…',
  keywords: ['team', 'everyone', 'public'],
  icon: 'share-2',
  effect: 'write',
  offer: (item, context) => !item.is_shared && offerChangeable(item, context),
  load: async () => (await runs()).shareView,
})

export const unshareView = recordCommand(view, {
  id: 'smart-views.unshare',
  title: 'Stop sharing smart view…',
  aliases: ['Unshare smart view'],
  keywords: ['private', 'only me'],
  icon: 'lock',
  effect: 'write',
  offer: (item, context) => item.is_shared && offerChangeable(item, context),
  load: async () => (await runs()).unshareView,
})

export const moveUp = recordCommand(view, {
  id: 'smart-views.move-up',
  title: 'Move smart view up',
  keywords: ['order', 'reorder', 'arrange', 'left'],
  icon: 'arrow-up',
  effect: 'write',
  load: async () => (await runs()).moveUp,
})

export const moveDown = recordCommand(view, {
  id: 'smart-views.move-down',
  title: 'Move smart view down',
  keywords: ['order', 'reorder', 'arrange', 'right'],
  icon: 'arrow-down',
  effect: 'write',
  load: async () => (await runs()).moveDown,
})

export const undoView = undoCommand(view, {
  id: 'smart-views.undo',
  load: async () => (await runs()).changes.undoModule,
})

const notEditing = not(isEditing)
const isChanged = and(onObjects, has('smart-views.isChanged'), notEditing)
const onPage = and(eq('route.id', smartViewsRoute.id), notEditing)

export default {
  commands: [
    saveAs,
    addView,
    saveView,
    resetView,
    settleView,
    openView,
    renameView,
    changeIcon,
    duplicateView,
    deleteView,
    shareView,
    unshareView,
    moveUp,
    moveDown,
    undoView,
  ],
  facts,
  keys: [
    // Unsaved cells are saved first.
    { keys: '$mod+s', command: saveView.id, when: and(isChanged, not(hasSheetEdits)) },
    { keys: 'Alt+Backspace', command: resetView.id, when: isChanged },
    { keys: 'Alt+ArrowUp', command: moveUp.id, when: onPage, isRepeatable: true },
    { keys: 'Alt+ArrowDown', command: moveDown.id, when: onPage, isRepeatable: true },
  ],
  sources: [
    {
      id: 'smart-views.titles',
      title: 'Smart views',
      prefix: '#',
      order: 5,
      when: inBucket,
      load: () => import('./view-source.ts'),
    },
  ],
} satisfies PluginPart
