import { type } from 'arktype'

import { bulkScope, publishChoice } from './bulk-scope.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { bulkResult } from './objects.ts'
import { limit, message, skip } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** Calls that a step of a macro may make. Deletion comes last, since steps cannot change objects in the trash. */
export const macroCalls = [
  'objects.bulkEdit',
  'objects.searchAndReplace',
  'objects.publishByIds',
  'objects.unpublishByIds',
  'objects.deleteByIds',
] as const
export type MacroCall = (typeof macroCalls)[number]

/** Keys of these calls that a step must not set: the selection, and options for certain objects or a preview. */
export const notInSteps: readonly string[] = [
  'slug',
  'object_ids',
  'ids',
  'query',
  'exclude_ids',
  'dry_run',
  'publish',
  'exclude',
  'sample_skip',
  'sample_limit',
  'sample_version',
  'is_quick',
]

/** One change that a macro makes to each object. */
export const macroStep = () =>
  type({
    call: type.enumerated(...macroCalls),
    /** The body of the call without its scope. `{"$arg": "<key>"}` stands for the value of an argument. */
    body: 'Record<string, unknown>',
  })
export type MacroStep = ReturnType<typeof macroStep>['infer']

/** The kinds of values that a macro can ask for. */
export const macroArgumentKinds = ['text', 'number', 'boolean', 'date', 'choice', 'list'] as const
export type MacroArgumentKind = (typeof macroArgumentKinds)[number]

/**
 * The value of an argument. Relations to several objects, check-boxes and files have a list of ids, values or names.
 */
const argumentValue = () =>
  type('string <= 10000 | number | boolean').or(type('string <= 1000').array().atMostLength(1000))
/** The value of a macro’s argument. */
export type MacroArgumentValue = string | number | boolean | string[]

/** An argument that a macro prompts for. */
export const macroArgument = () =>
  type({
    key: type(/^[a-z][a-z0-9_]{0,39}$/).describe(
      'lower-case letters, digits and _, a letter first',
    ),
    title: '0 < string <= 60',
    kind: type.enumerated(...macroArgumentKinds),
    /** Options for `choice`, and for a `list` that is limited to them. */
    'options?': type('0 < string <= 1000').array().atLeastLength(1).atMostLength(100),
    /** Used if a run does not set the argument. */
    'default?': argumentValue(),
  })
export type MacroArgument = ReturnType<typeof macroArgument>['infer']

const title = () => type('0 < string <= 60')
const steps = () => macroStep().array().atLeastLength(1).atMostLength(20)
const macroFields = () =>
  type({
    'title?': title(),
    'steps?': steps(),
    'arguments?': macroArgument().array().atMostLength(10),
    /** Whether other people of the project see the macro and may run it. */
    'is_shared?': 'boolean',
  })

/** A named sequence of changes. It belongs to a project and can run on any objects of the project's buckets. */
export const macro = () =>
  type({
    id: id(),
    title: 'string',
    steps: macroStep().array(),
    arguments: macroArgument().array(),
    is_shared: 'boolean',
    created_by: 'string | null',
    created_at: 'string',
    modified_at: 'string',
    rev: 'number',
  })
export type Macro = ReturnType<typeof macro>['infer']

const answer = () => type({ macro: macro() })
const one = () => type({ slug: bucketSlug(), macro_id: id() })

export const listMacros = endpoint({
  id: 'macros.list',
  method: 'GET',
  path: '/macros/list',
  auth: 'user',
  summary:
    'Returns the macros of a bucket’s project that the caller can run: their own and shared ones, by title.',
  query: () => type({ slug: bucketSlug(), 'limit?': limit(), 'skip?': skip() }),
  response: () =>
    type({ macros: macro().array(), total: 'number', limit: 'number', skip: 'number' }),
})

export const getMacro = endpoint({
  id: 'macros.get',
  method: 'GET',
  path: '/macros/get',
  auth: 'user',
  summary: 'Returns a macro with its steps and arguments.',
  query: one,
  response: answer,
  aliases: { id: 'macro_id' },
})

export const addMacro = endpoint({
  id: 'macros.add',
  method: 'POST',
  path: '/macros/add',
  auth: 'user',
  summary:
    'Adds a macro to the bucket’s project. Each step is checked against the schema of its call, with the defaults of its arguments.',
  body: () =>
    type({
      slug: bucketSlug(),
      data: macroFields().and({ title: title(), steps: steps() }),
    }),
  response: answer,
  status: 201,
  errors: ['conflict'],
})

export const updateMacro = endpoint({
  id: 'macros.update',
  method: 'PATCH',
  path: '/macros/update',
  auth: 'user',
  summary:
    'Changes a macro. Its author can do this; for a shared macro, also people who can change the bucket’s settings.',
  body: () =>
    type({ slug: bucketSlug(), macro_id: id(), data: macroFields(), 'rev?': 'number.integer' }),
  response: answer,
  aliases: { id: 'macro_id' },
  errors: ['stale'],
})

export const deleteMacro = endpoint({
  id: 'macros.delete',
  method: 'DELETE',
  path: '/macros/delete',
  auth: 'user',
  summary: 'Deletes a macro. Its previous changes stay, and running jobs continue.',
  query: one,
  response: message,
  aliases: { id: 'macro_id' },
})

export const runMacro = endpoint({
  id: 'macros.run',
  method: 'POST',
  path: '/macros/run',
  auth: 'user',
  summary:
    'Applies all steps of a macro to each object, in one write per object and one change set overall. An object that a step refuses does not change. More than 100 objects run as a job.',
  body: () =>
    bulkScope()
      .and(publishChoice())
      .and({
        macro_id: id(),
        /** Values of the arguments by key; those with a default may be left out. */
        'args?': type({ '[string]': argumentValue() }),
      }),
  response: bulkResult,
  aliases: { ids: 'object_ids' },
  bodyLimit: 10_000_000,
  errors: ['stale'],
})
