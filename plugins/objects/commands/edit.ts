import { bulkOps } from '@typecase/contract/bulk-edit'
import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { askPublish } from '@typecase/content/publish-ask'
import { replaceAsks, replaceOptions } from '@typecase/content/replace-options'
import { type Scope, scope } from '@typecase/plugin-sdk/scope'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, can } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import {
  askScope,
  byCall,
  defaultScope,
  group,
  inBucket,
  mayDo,
  objectScope,
  subject,
  whyNoObjects,
} from './object-command.ts'

const calls = () => import('../bulk/calls.ts')
const rows = () => import('./edit-pickers.ts')

export const replaceArgs = () =>
  type({
    scope: scope(),
    find: '0 < string <= 1000',
    replace: 'string <= 10000',
    'fields?': 'string[]',
    'options?': type.enumerated(...replaceOptions, 'in_markup').array(),
    /** Fields that the user excluded in the review. */
    'except_fields?': 'string[]',
    /** Matches that the user excluded in the review. */
    'exclude?': 'string[]',
    'publish?': 'boolean',
  })

/** Returns the selection or the open object. Otherwise the palette asks: in a list, one row is too narrow a guess. */
const chosenScope = (facts: FactValues): { scope: Scope | undefined } => {
  const isMeant = facts['selection.kind'] === 'object' || facts['route.objectID'] !== undefined
  return { scope: isMeant ? objectScope(facts) : undefined }
}

export const replace = defineCommand({
  id: 'objects.replace',
  title: 'Find and replace…',
  aliases: ['Change text everywhere', 'Search and replace', 'Replace'],
  keywords: ['search', 'substitute', 'rename', 'text'],
  group,
  icon: 'replace',
  order: 30,
  when: and(inBucket, can('objects:write')),
  why: (facts) => (facts['route.bucketSlug'] === undefined ? 'Open a bucket first.' : undefined),
  effect: 'write',
  isAlwaysPlanned: true,
  args: replaceArgs,
  defaults: chosenScope,
  ask: {
    scope: {
      ...askScope,
      search: async (query, context) =>
        (await import('@typecase/content/bucket-rows')).bucketRows(query, context),
    },
    find: replaceAsks.find,
    replace: replaceAsks.replace,
    fields: {
      kind: 'picker',
      title: 'Fields',
      placeholder: 'Which fields?',
      skip: 'All text fields except the slug',
      isMany: true,
      isAlwaysAsked: true,
      search: async (query, context) => (await rows()).textFieldRows(query, context),
    },
    options: {
      ...replaceAsks.options,
      choices: [
        ...replaceAsks.options.choices,
        {
          value: 'in_markup',
          label: 'Links and code too',
          help: 'addresses, tags, shortcodes, front matter',
        },
      ],
    },
    publish: askPublish,
  },
  call: async () => (await calls()).replaceCall,
  load: async () => (await import('./edit-runs.ts')).replace,
})

const many = {
  group,
  when: mayDo('objects:write'),
  subject,
  why: whyNoObjects,
  effect: 'write',
  defaults: defaultScope,
} as const

export const setFieldArgs = () =>
  type({
    scope: scope(),
    field: 'string',
    op: type.enumerated(...bulkOps),
    'value?': 'unknown',
    'publish?': 'boolean',
  })

export const setField = defineCommand({
  ...many,
  id: 'objects.set-field',
  title: 'Set field…',
  aliases: ['Edit field', 'Change field'],
  keywords: [
    'status',
    'change',
    'many',
    'tag',
    'bulk edit',
    'value',
    'increment',
    'append',
    'clear',
    'template',
  ],
  icon: 'pencil',
  order: 35,
  args: setFieldArgs,
  ask: {
    scope: askScope,
    field: {
      kind: 'picker',
      title: 'Field',
      placeholder: 'Which field?',
      search: async (query, context) => (await rows()).fieldRows(query, context),
    },
    op: {
      kind: 'picker',
      title: 'Do',
      placeholder: 'What to do with it?',
      search: async (query, context) => (await rows()).opRows(query, context),
    },
    value: {
      kind: 'by',
      title: 'Value',
      isNeeded: ({ op }) => op !== undefined && op !== 'clear',
      ask: async (context) => (await import('./value-ask.ts')).askOfValue(context),
    },
    publish: askPublish,
  },
  ...byCall(async () => (await calls()).setFieldCall),
})

export const localeArgs = () => type({ scope: scope(), locale: 'string', 'publish?': 'boolean' })

export const moveToLocale = defineCommand({
  ...many,
  id: 'objects.move-to-locale',
  title: 'Move to locale…',
  aliases: ['Set locale'],
  keywords: ['language', 'translation'],
  icon: 'languages',
  args: localeArgs,
  ask: {
    scope: askScope,
    locale: {
      kind: 'picker',
      title: 'Locale',
      placeholder: 'Which locale?',
      search: async (query, context) => (await rows()).localeRows(query, context),
    },
    publish: askPublish,
  },
  ...byCall(async () => (await calls()).moveToLocaleCall),
})

export const relationArgs = () =>
  type({ scope: scope(), field: 'string', objects: 'string[]', 'publish?': 'boolean' })

const askRelation: AskPicker = {
  kind: 'picker',
  title: 'Relation',
  placeholder: 'Which relation?',
  search: async (query, context) => (await rows()).relationRows(query, context),
}
const askRelated: AskPicker = {
  kind: 'picker',
  title: 'Related objects',
  placeholder: 'Which objects?',
  isMany: true,
  search: async (query, context) => (await rows()).relatedRows(query, context),
}

const relation = (id: `objects.${string}`, title: string, icon: string, op: 'add' | 'remove') =>
  defineCommand({
    ...many,
    id,
    title,
    icon,
    keywords: ['reference', 'link', 'tag', 'category'],
    args: relationArgs,
    ask: { scope: askScope, field: askRelation, objects: askRelated, publish: askPublish },
    ...byCall(async () => (await calls()).relationCall(op)),
  })

export const addToRelation = relation('objects.add-to-relation', 'Add to relation…', 'link', 'add')
export const removeFromRelation = relation(
  'objects.remove-from-relation',
  'Remove from relation…',
  'unlink',
  'remove',
)

export const editCommands: readonly AnyCommand[] = [
  replace,
  setField,
  moveToLocale,
  addToRelation,
  removeFromRelation,
]
