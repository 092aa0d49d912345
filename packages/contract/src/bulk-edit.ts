import { type } from 'arktype'

import { bulkScope, publishChoice } from './bulk-scope.ts'
import { endpoint } from './endpoint.ts'
import { bulkResult, status } from './objects.ts'
import { instant } from './page.ts'
import { locale } from './slugs.ts'

/**
 * Operations on a field of many objects. docs/dashboard-api.md, “Changing many objects”, lists which field types
 * support each.
 */
export const bulkOps = [
  'set',
  'clear',
  'append',
  'prepend',
  'remove',
  'increment',
  'add',
  'template',
] as const
export type BulkOp = (typeof bulkOps)[number]

/** One edit of a field. `clear` takes no value; `template` takes a text such as `{title} – {metadata.year}`. */
export const fieldEdit = () => type({ op: type.enumerated(...bulkOps), 'value?': 'unknown' })
export type FieldEdit = ReturnType<typeof fieldEdit>['infer']

/** Fields of an object itself that edits can change. */
export const editedFields = ['title', 'slug', 'content'] as const
export type EditedField = (typeof editedFields)[number]

/** The change to each object, with the semantics of `objects/update`. */
export const bulkEditData = () =>
  type({
    'status?': status(),
    'locale?': locale().or("null | ''"),
    'publish_at?': instant(),
    'unpublish_at?': instant(),
    'fields?': type({
      'title?': fieldEdit(),
      'slug?': fieldEdit(),
      'content?': fieldEdit(),
    }),
    /** Keys are metafield keys or paths into a group: `seo.description`. */
    'metadata?': type({ '[string]': fieldEdit() }),
  })
export type BulkEditData = ReturnType<typeof bulkEditData>['infer']

export const bulkEditObjects = endpoint({
  id: 'objects.bulkEdit',
  method: 'POST',
  path: '/objects/bulkEdit',
  auth: 'user',
  summary:
    'Edits fields of many objects alike, by the rules of their types; an object that would break a rule is left out with the reason. More than 100 objects run as a job.',
  body: () => bulkScope().and(publishChoice()).and({ data: bulkEditData() }),
  response: bulkResult,
  aliases: { ids: 'object_ids' },
  bodyLimit: 10_000_000,
  errors: ['stale'],
})
