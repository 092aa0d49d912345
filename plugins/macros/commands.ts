import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { isEditing } from '@typecase/content/object-facts'
import { askPublish } from '@typecase/content/publish-ask'
import { offerChangeable } from '@typecase/content/record/author'
import { recordCommand } from '@typecase/content/record/define-record'
import { undoCommand } from '@typecase/content/record/record-undo'
import type { AskBy, AskPicker } from '@typecase/plugin-sdk/ask'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { type Scope, scope, scopesOf } from '@typecase/plugin-sdk/scope'
import { and, eq, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { inBucket, macro } from './record.ts'
import { record, recordingCommands } from './recording/commands.ts'
import { macroRoute } from './routes.ts'
import {
  choiceIn,
  choiceOf,
  type MacroChoice,
  type ValueKey,
  valueKeys,
} from './run/macro-choice.ts'

const runs = () => import('./runs.ts')
const { group, when } = macro

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
  ask: async (context) => (await import('./run/ask-value.ts')).askOfArgument(context, index),
})

// The object has an entry for every key.
const askValues = Object.fromEntries(
  valueKeys.map((key, index) => [key, askValue(index)]),
) as Record<ValueKey, AskBy>

const askOne = macro.ask()

/** Asks for a macro, including the questions that it asks. */
const askChoice: AskPicker = {
  ...askOne,
  async search(text, context) {
    const { services, facts } = context
    const [rows, all] = await Promise.all([
      askOne.search(text, context),
      macro.all(services, bucketSlugOf(facts)),
    ])
    return rows.flatMap((row) => {
      const item = all.find(({ id }) => id === row.id)
      return item ? { ...row, value: choiceOf(item) } : []
    })
  },
}

/** Returns the selection or the open object. Otherwise the palette asks: in a list, one row is too narrow a guess. */
const chosenScope = (facts: FactValues): Scope | undefined =>
  scopesOf(facts).find(({ kind }) => kind !== 'view')

export const playMacro = defineCommand({
  id: 'macros.play',
  title: 'Run macro…',
  aliases: ['Play macro'],
  keywords: ['repeat', 'recorded', 'steps', 'automate'],
  group,
  icon: 'play',
  when,
  effect: 'write',
  args: playArgs,
  defaults: (facts) => ({ scope: chosenScope(facts) }),
  ask: {
    macro: askChoice,
    scope: {
      kind: 'scope',
      title: 'Objects',
      search: async (query, context) =>
        (await import('@typecase/content/bucket-rows')).bucketRows(query, context),
    },
    ...askValues,
    publish: askPublish,
  },
  load: async () => (await import('./run/play-macro.ts')).playMacro,
})

export const runArgs = () =>
  type({
    scope: scope(),
    macro_id: 'string',
    'args?': type({ '[string]': value }),
    'publish?': 'boolean',
  })

/** The single call of a run, for the terminal and for callers that know the macro. */
export const runMacro = defineCommand({
  id: 'macros.run',
  title: 'Run a macro by its id',
  group,
  icon: 'play',
  isInternal: true,
  when,
  effect: 'write',
  args: runArgs,
  ask: { macro_id: macro.ask(), scope: { kind: 'scope', title: 'Objects' }, publish: askPublish },
  call: async () => (await import('./calls.ts')).runMacro,
  load: async () => (await import('./run/play-macro.ts')).runMacro,
})

export const editMacro = recordCommand(macro, {
  id: 'macros.edit',
  title: 'Edit macro…',
  aliases: ['Rename macro', 'Open macro'],
  keywords: ['steps', 'arguments'],
  icon: 'pencil',
  when: inBucket,
  effect: 'nav',
  load: async () => (await runs()).editMacro,
})

export const duplicateMacro = recordCommand(macro, {
  id: 'macros.duplicate',
  title: 'Duplicate macro…',
  aliases: ['Copy macro'],
  icon: 'copy',
  effect: 'write',
  load: async () => (await runs()).duplicateMacro,
})

export const deleteMacro = recordCommand(macro, {
  id: 'macros.delete',
  title: 'Delete macro…',
  aliases: ['Remove macro'],
  icon: 'trash-2',
  // The changes of the macro stay, and the macro can be restored.
  effect: 'write',
  offer: offerChangeable,
  load: async () => (await runs()).deleteMacro,
})

export const shareMacro = recordCommand(macro, {
  id: 'macros.share',
  title: 'Share macro…',
  keywords: ['team', 'project', 'everyone', 'public'],
  icon: 'share-2',
  effect: 'write',
  offer: (item, context) => !item.is_shared && offerChangeable(item, context),
  load: async () => (await runs()).shareMacro,
})

export const unshareMacro = recordCommand(macro, {
  id: 'macros.unshare',
  title: 'Stop sharing macro…',
  aliases: ['Unshare macro'],
  keywords: ['private', 'only me'],
  icon: 'lock',
  effect: 'write',
  offer: (item, context) => item.is_shared && offerChangeable(item, context),
  load: async () => (await runs()).unshareMacro,
})

export const undoMacro = undoCommand(macro, {
  id: 'macros.undo',
  load: async () => (await runs()).changes.undoModule,
})

const onPage = eq('route.id', macroRoute.id)

export const saveMacro = defineCommand({
  id: 'macros.save',
  title: 'Save macro',
  keywords: ['store', 'keep', 'write'],
  group,
  icon: 'save',
  order: 5,
  when: and(when, onPage),
  why: (facts) => (facts['route.id'] === macroRoute.id ? undefined : 'Open a macro first.'),
  effect: 'write',
  load: async () => (await runs()).saveMacro,
})

export default {
  commands: [
    ...recordingCommands,
    playMacro,
    runMacro,
    editMacro,
    duplicateMacro,
    deleteMacro,
    shareMacro,
    unshareMacro,
    undoMacro,
    saveMacro,
  ],
  facts: [macro.factDeclaration],
  keys: [
    { keys: 'n', command: record.id, when: eq('list.creates', record.id) },
    // The object editor saves with the same key.
    { keys: '$mod+s', command: saveMacro.id, when: and(onPage, not(isEditing)) },
  ],
  sources: [
    {
      id: 'macros.titles',
      title: 'Macros',
      order: 5,
      when: inBucket,
      load: () => import('./macro-source.ts'),
    },
  ],
} satisfies PluginPart
