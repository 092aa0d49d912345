import { onObjects } from '@typecase/content/object-facts'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has, holds } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'

export const group = 'Smart views'

export const saveAsArgs = () => type({ title: '0 < string <= 60', 'icon?': 'string' })

/** What a list shows right now, under a name. */
export const saveAs = defineCommand({
  id: 'smart-views.save-as',
  title: 'Save as smart view…',
  aliases: ['New smart view', 'Save view as'],
  keywords: ['filter', 'query', 'keep', 'tab', 'bookmark'],
  group,
  icon: 'bookmark',
  when: and(onObjects, can('objects:write')),
  why: (facts) => (holds(onObjects, facts) ? undefined : 'Open a list of objects first.'),
  effect: 'write',
  args: saveAsArgs,
  ask: { title: { kind: 'text', title: 'Name', placeholder: 'What is it called?' } },
  load: async () => (await import('./list-runs.ts')).saveAs,
})

export const settleArgs = () =>
  type({ bucket: 'string', view_id: 'string', keep: "'theirs' | 'mine' | 'new'" })

/** Asked by a save that somebody else's came before. */
export const settleView = defineCommand({
  id: 'smart-views.settle',
  title: 'Somebody else saved this view',
  group,
  icon: 'users',
  isInternal: true,
  when: and(onObjects, can('objects:write')),
  effect: 'write',
  args: settleArgs,
  ask: {
    keep: {
      kind: 'choice',
      title: 'Somebody else changed this view meanwhile. What should it keep?',
      choices: [
        { value: 'theirs', label: 'Theirs: show the view as they saved it' },
        { value: 'mine', label: 'Mine: save what I see over it' },
        { value: 'new', label: 'Both: save what I see as a new view…' },
      ],
    },
  },
  load: async () => (await import('./list-runs.ts')).settleView,
})

const onChanged = and(has('smart-views.isChanged'), can('objects:write'))

export const saveView = defineCommand({
  id: 'smart-views.save',
  title: 'Save view',
  keywords: ['update', 'keep', 'changes', 'smart view'],
  group,
  icon: 'save',
  order: 5,
  when: onChanged,
  effect: 'write',
  load: async () => (await import('./list-runs.ts')).saveView,
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
  load: async () => (await import('./list-runs.ts')).resetView,
})

export const listCommands: readonly AnyCommand[] = [saveAs, saveView, resetView, settleView]
