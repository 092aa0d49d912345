import { REFERENCES } from '@typecase/content-query/fields'
import { type BulkEditData, bulkEditObjects, type FieldEdit } from '@typecase/contract/bulk-edit'
import { type ExportFormat, exportObjects } from '@typecase/contract/object-export'
import {
  deleteObjects,
  duplicateObjects,
  publishObjects,
  reviewObjects,
  unpublishObjects,
} from '@typecase/contract/objects'
import { replaceReference } from '@typecase/contract/object-references'
import { searchAndReplace } from '@typecase/contract/search-and-replace'
import { targetOf } from '@typecase/content/bulk-target'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import { formatLongDateTime } from '@typecase/ui/format'
import type { NamedArgument } from '@typecase/plugin-sdk/argument-errors'
import { matchOf } from '@typecase/content/replace-options'
import type { Scope } from '@typecase/plugin-sdk/scope'
import type { CallModule, CallWords } from '@typecase/plugin-sdk/server-call'

import type { localeArgs, relationArgs, replaceArgs, setFieldArgs } from '../commands/edit.ts'
import type { exportArgs } from '../commands/export.ts'
import type { scopeArgs } from '../commands/object-command.ts'
import type { publishArgs, scheduleArgs } from '../commands/publish.ts'
import type { replaceReferenceArgs } from '../commands/references.ts'
import type { BulkCallModule, BulkEndpoint } from '@typecase/content/bulk-plan'
import type { PublishArgs } from '@typecase/content/publish-ask'

/** Builds a call whose body holds only the objects and, optionally, whether to include their other locales. */
const callOfScope = (endpoint: BulkEndpoint) =>
  ((
    {
      scope,
      bucket,
      all_versions,
    }: { readonly scope: Scope; readonly bucket?: string; readonly all_versions?: boolean },
    { bucketSlug },
  ) => ({
    endpoint,
    body: {
      slug: bucket ?? bucketSlug,
      ...targetOf(scope),
      ...(all_versions && { all_versions }),
    },
  })) satisfies BulkCallModule<{ readonly scope: Scope }>['callOf']

export const publishCall: BulkCallModule<ArgsOf<typeof publishArgs>> = {
  callOf: callOfScope(publishObjects),
  words: ({ all_versions = false }) => ({
    verb: 'Publish',
    result: (objects) => `Published ${objects}.`,
    already: 'already published',
    hasSeparateCount: all_versions,
  }),
}

export const unpublishCall: BulkCallModule<ArgsOf<typeof publishArgs>> = {
  callOf: callOfScope(unpublishObjects),
  words: ({ all_versions = false }) => ({
    verb: 'Unpublish',
    result: (objects) => `Unpublished ${objects}.`,
    already: 'already drafts',
    hasSeparateCount: all_versions,
  }),
}

export const reviewCall: BulkCallModule<ArgsOf<typeof scopeArgs>> = {
  callOf: callOfScope(reviewObjects),
  words: () => ({
    verb: 'Mark as reviewed:',
    result: (objects) => `Marked ${objects} as reviewed.`,
    already: 'without changes of an assistant',
  }),
}

export const deleteCall: BulkCallModule<ArgsOf<typeof scopeArgs>> = {
  callOf: callOfScope(deleteObjects),
  words: () => ({ verb: 'Delete', result: (objects) => `Deleted ${objects}.` }),
}

export const duplicateCall: BulkCallModule<ArgsOf<typeof scopeArgs>> = {
  callOf: callOfScope(duplicateObjects),
  words: () => ({ verb: 'Duplicate', result: (objects) => `Duplicated ${objects}.` }),
}

/** The edit that a command makes to each of its objects, and its texts. */
interface Edit<Args> {
  readonly data: (args: Args) => BulkEditData
  readonly words: (args: Args) => CallWords
  /** The argument with the new value: the palette asks for it again if the server refuses it. */
  readonly argument?: NamedArgument
  /** The command's own words say what becomes public, so no words about publishing are added. */
  readonly isPlan?: true
}

/** Builds the call of a command that makes the same edit to each of its objects. */
const editCall = <Args extends { readonly scope: Scope } & PublishArgs>({
  data,
  words,
  argument,
  isPlan,
}: Edit<Args>): BulkCallModule<Args> => ({
  callOf: (args, { bucketSlug: slug }) => ({
    endpoint: bulkEditObjects,
    body: { slug, ...targetOf(args.scope), data: data(args), ...choiceIn(args) },
  }),
  words: (args) => ({ ...words(args), ...(!isPlan && publishWords(args)) }),
  argumentAt: (path) => (path.startsWith('data.') ? argument : undefined),
})

const publishWords = ({ publish }: PublishArgs) => ({ takesPublish: true, publish }) as const
const choiceIn = ({ publish }: PublishArgs) => publish !== undefined && { publish }

/** Returns the edit of a field in the form that the server takes. */
const editOf = (path: string, edit: FieldEdit): BulkEditData =>
  path.startsWith('metadata.')
    ? { metadata: { [path.slice('metadata.'.length)]: edit } }
    : { fields: { [path]: edit } }

export const setFieldCall = editCall<ArgsOf<typeof setFieldArgs>>({
  argument: { key: 'value', title: 'Value' },
  data: ({ field, op, value }) => editOf(field, op === 'clear' ? { op } : { op, value }),
  words: () => ({
    verb: 'Change',
    result: (objects) => `Changed ${objects}.`,
    already: 'unchanged',
  }),
})

export const moveToLocaleCall = editCall<ArgsOf<typeof localeArgs>>({
  argument: { key: 'locale', title: 'Locale' },
  data: ({ locale }) => ({ locale }),
  words: ({ locale }) => ({
    verb: 'Move',
    result: (objects) => `Moved ${objects} to ${locale}.`,
    already: 'already there',
  }),
})

const relationWords = {
  add: {
    verb: 'Add to',
    result: (objects: string) => `Added to ${objects}.`,
    already: 'unchanged',
  },
  remove: {
    verb: 'Remove from',
    result: (objects: string) => `Removed from ${objects}.`,
    already: 'without it',
  },
} as const

/** Builds the call that adds objects to a relation field, or removes them from it. */
export const relationCall = (op: 'add' | 'remove') =>
  editCall<ArgsOf<typeof relationArgs>>({
    argument: { key: 'objects', title: 'Related objects' },
    // For a relation to one object, the server takes a list with one id.
    data: ({ field, objects }) => editOf(field, { op, value: objects }),
    words: () => relationWords[op],
  })

/** Builds the call that schedules a status change. A scheduled copy is a draft with a time (specification §4). */
export const scheduleCall = (at: 'publish_at' | 'unpublish_at') =>
  editCall<ArgsOf<typeof scheduleArgs>>({
    isPlan: true,
    argument: { key: 'at', title: 'The time' },
    data: (args) => ({ status: 'draft', [at]: args.at }),
    words: (args) => ({
      verb: 'Schedule',
      result: (objects) =>
        `${objects} will be ${at === 'publish_at' ? 'published' : 'unpublished'} ${formatLongDateTime(args.at)}.`,
      already: 'already scheduled for then',
    }),
  })

export const clearScheduleCall = editCall<ArgsOf<typeof scopeArgs>>({
  isPlan: true,
  data: () => ({ publish_at: null, unpublish_at: null }),
  words: () => ({
    verb: 'Clear the schedule of',
    result: (objects) => `Cleared the schedule of ${objects}.`,
    already: 'without a schedule',
  }),
})

export const replaceCall = {
  callOf: (
    { scope, find, replace, fields = [], except_fields = [], options = [], exclude = [], publish },
    { bucketSlug: slug },
  ) => ({
    endpoint: searchAndReplace,
    body: {
      slug,
      ...targetOf(scope),
      find,
      replace,
      match: matchOf(options),
      ...(options.includes('in_markup') && { in_markup: true }),
      ...(fields.length > 0 && { fields }),
      ...(except_fields.length > 0 && { exclude_fields: except_fields }),
      ...(exclude.length > 0 && { exclude }),
      ...choiceIn({ publish }),
    },
  }),
  words: ({ find, publish }) => ({
    verb: `Replace “${find}” in`,
    result: (objects) => `Replaced “${find}” in ${objects}.`,
    ...publishWords({ publish }),
  }),
} satisfies CallModule<ArgsOf<typeof replaceArgs>, typeof searchAndReplace>

/**
 * The call that replaces references. Without a scope, or with the scope of the review, the server finds every object
 * that refers to the replaced one.
 */
export const replaceReferenceCall: BulkCallModule<ArgsOf<typeof replaceReferenceArgs>> = {
  callOf: ({ from, to, scope, publish }, { bucketSlug: slug }) => {
    const { query = {}, ...others } = { query: undefined, ...(scope && targetOf(scope)) }
    const isEverywhere = scope === undefined || REFERENCES in query
    const target = scope && !isEverywhere ? targetOf(scope) : others
    return {
      endpoint: replaceReference,
      body: { slug, from, to, ...target, ...choiceIn({ publish }) },
    }
  },
  words: ({ publish }) => ({
    verb: 'Replace the reference in',
    result: (objects) => `Replaced the reference in ${objects}.`,
    hasSeparateCount: true,
    ...publishWords({ publish }),
  }),
  argumentAt: (path) => (path === 'to' ? { key: 'to', title: 'Replace with' } : undefined),
}

/**
 * Builds the call that exports a file. Only the browser knows a list's columns, so other callers must name the fields.
 */
export const exportCall = (format: ExportFormat) =>
  ({
    callOf: ({ scope, columns, fields }, { bucketSlug: slug }) => {
      if (columns === 'list' && !fields) {
        const message = 'Only the dashboard knows the columns of a list. Name the fields instead.'
        throw Object.assign(new Error(message), { code: 'invalid' })
      }
      return {
        endpoint: exportObjects,
        body: { slug, ...targetOf(scope), format, ...(fields && { fields }) },
      }
    },
  }) satisfies CallModule<ArgsOf<typeof exportArgs>, typeof exportObjects>
