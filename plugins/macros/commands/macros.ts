import { isEditing } from '@typecase/content/object-facts'
import { askPublish } from '@typecase/content/publish-ask'
import type { AskBy } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import { type Scope, scope, scopesOf } from '@typecase/plugin-sdk/scope'
import { and, can, eq, has, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'
import { macroRoute } from '../routes.ts'
import { choiceIn, type MacroChoice, type ValueKey, valueKeys } from '../run/macro-choice.ts'
import { askMacro, askMacroChoice, askOwn, askShared, askUnshared } from './pickers.ts'

export const group = 'Macros'
const inBucket = has('route.bucketSlug')
export const mayWrite = and(inBucket, can('objects:write'))

const value = 'string | number | boolean | string[]'

export const playArgs = () =>
  type({
    scope: scope(),
    macro: type({ id: 'string', title: 'string', arguments: 'object[]' }).as<MacroChoice>(),
    'value_1?': value,
    'value_2?': value,
    'value_3?': value,
    'value_4?': value,
    'value_5?': value,
    'value_6?': value,
    'value_7?': value,
    'value_8?': value,
    'value_9?': value,
    'value_10?': value,
    'publish?': 'boolean',
  })

const askValue = (index: number): AskBy => ({
  kind: 'by',
  title: 'Value',
  titleBy: (args) => choiceIn(args)?.arguments[index]?.title,
  isNeeded: (args) => (choiceIn(args)?.arguments.length ?? 0) > index,
  ask: async (context) => (await import('../run/ask-value.ts')).askOfArgument(context, index),
})

// Each of the keys is there.
const askValues = Object.fromEntries(
  valueKeys.map((key, index) => [key, askValue(index)]),
) as Record<ValueKey, AskBy>

/** The selection or what is open; where neither is, one chooses: a list is more than a row of it. */
const chosenScope = (facts: FactValues): Scope | undefined =>
  scopesOf(facts).find(({ kind }) => kind !== 'view')

export const playMacro = defineCommand({
  id: 'macros.play',
  title: 'Run macro…',
  aliases: ['Play macro'],
  keywords: ['repeat', 'recorded', 'steps', 'automate'],
  group,
  icon: 'play',
  when: mayWrite,
  effect: 'write',
  args: playArgs,
  defaults: (facts) => ({ scope: chosenScope(facts) }),
  ask: {
    macro: askMacroChoice,
    scope: {
      kind: 'scope',
      title: 'Objects',
      search: async (query, context) =>
        (await import('@typecase/content/bucket-rows')).bucketRows(query, context),
    },
    ...askValues,
    publish: askPublish,
  },
  load: async () => (await import('../run/play-macro.ts')).playMacro,
})

export const runArgs = () =>
  type({
    scope: scope(),
    macro_id: 'string',
    'args?': type({ '[string]': value }),
    'publish?': 'boolean',
  })

/** The one call that it comes down to, for the terminal and for those who know the macro. */
export const runMacro = defineCommand({
  id: 'macros.run',
  title: 'Run a macro by its id',
  group,
  icon: 'play',
  isInternal: true,
  when: mayWrite,
  effect: 'write',
  args: runArgs,
  ask: { macro_id: askMacro, scope: { kind: 'scope', title: 'Objects' }, publish: askPublish },
  call: async () => (await import('../calls.ts')).runMacro,
  load: async () => (await import('../run/play-macro.ts')).runMacro,
})

export const macroArgs = () => type({ macro_id: 'string' })

const current = (facts: FactValues) => ({ macro_id: facts['macros.macro'] })

export const editMacro = defineCommand({
  id: 'macros.edit',
  title: 'Edit macro…',
  aliases: ['Rename macro', 'Open macro'],
  keywords: ['steps', 'arguments'],
  group,
  icon: 'pencil',
  when: inBucket,
  effect: 'nav',
  args: macroArgs,
  defaults: current,
  ask: { macro_id: askMacro },
  load: async () => (await import('./macros-runs.ts')).editMacro,
})

export const duplicateMacro = defineCommand({
  id: 'macros.duplicate',
  title: 'Duplicate macro…',
  aliases: ['Copy macro'],
  group,
  icon: 'copy',
  when: mayWrite,
  effect: 'write',
  args: macroArgs,
  defaults: current,
  ask: { macro_id: askMacro },
  load: async () => (await import('./macros-runs.ts')).duplicateMacro,
})

export const deleteMacroCommand = defineCommand({
  id: 'macros.delete',
  title: 'Delete macro…',
  aliases: ['Remove macro'],
  group,
  icon: 'trash-2',
  when: mayWrite,
  // What it did stays, and it can be brought back.
  effect: 'write',
  args: macroArgs,
  defaults: current,
  ask: { macro_id: askOwn },
  load: async () => (await import('./macros-runs.ts')).deleteMacro,
})

/** With the bucket: what takes something back is run wherever one is by then. */
export const placedArgs = () => type({ bucket: 'string', macro_id: 'string' })

/** Takes back that a macro was added. */
export const removeMacro = defineCommand({
  id: 'macros.remove',
  title: 'Remove a new macro',
  group,
  isInternal: true,
  effect: 'write',
  args: placedArgs,
  load: async () => (await import('./macros-runs.ts')).removeMacro,
})

export const sharingArgs = () => placedArgs().and({ is_shared: 'boolean' })

/** Takes back that a macro was shared, or that it was not any more. */
export const setSharing = defineCommand({
  id: 'macros.set-sharing',
  title: 'Change who sees a macro',
  group,
  isInternal: true,
  effect: 'write',
  args: sharingArgs,
  load: async () => (await import('./macros-runs.ts')).setSharing,
})

export const restoreArgs = () =>
  type({
    bucket: 'string',
    data: { title: 'string', steps: 'object[]', arguments: 'object[]', is_shared: 'boolean' },
  })

export const restoreMacro = defineCommand({
  id: 'macros.restore',
  title: 'Bring back a macro',
  group,
  isInternal: true,
  effect: 'write',
  args: restoreArgs,
  load: async () => (await import('./macros-runs.ts')).restoreMacro,
})

export const shareMacro = defineCommand({
  id: 'macros.share',
  title: 'Share macro…',
  keywords: ['team', 'project', 'everybody', 'public'],
  group,
  icon: 'share-2',
  when: mayWrite,
  effect: 'write',
  args: macroArgs,
  defaults: current,
  ask: { macro_id: askUnshared },
  load: async () => (await import('./macros-runs.ts')).shareMacro,
})

export const unshareMacro = defineCommand({
  id: 'macros.unshare',
  title: 'Stop sharing macro…',
  aliases: ['Unshare macro'],
  keywords: ['private', 'only me'],
  group,
  icon: 'lock',
  when: mayWrite,
  effect: 'write',
  args: macroArgs,
  defaults: current,
  ask: { macro_id: askShared },
  load: async () => (await import('./macros-runs.ts')).unshareMacro,
})

const onPage = eq('route.id', macroRoute.id)

export const saveMacro = defineCommand({
  id: 'macros.save',
  title: 'Save macro',
  keywords: ['store', 'keep', 'write'],
  group,
  icon: 'save',
  order: 5,
  when: and(mayWrite, onPage),
  why: (facts) => (facts['route.id'] === macroRoute.id ? undefined : 'Open a macro first.'),
  effect: 'write',
  load: async () => (await import('./macros-runs.ts')).saveMacro,
})

/** The editor of objects saves with the same key. */
export const macroKeys: readonly KeyBinding[] = [
  { keys: '$mod+s', command: saveMacro.id, when: and(onPage, not(isEditing)) },
]

export const macroCommands: readonly AnyCommand[] = [
  playMacro,
  runMacro,
  editMacro,
  duplicateMacro,
  deleteMacroCommand,
  removeMacro,
  restoreMacro,
  setSharing,
  shareMacro,
  unshareMacro,
  saveMacro,
]
