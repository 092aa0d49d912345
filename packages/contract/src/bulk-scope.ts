import { type } from 'arktype'

import { id, ids } from './ids.ts'
import { limit, skip } from './page.ts'
import { bucketSlug, locale, typeSlug } from './slugs.ts'

/** A query in the query language, as JSON or JSON text. */
export const scopeQuery = () => type('Record<string, unknown> | string <= 20000')

/** Ids to leave out of a scope. */
export const exclusions = () => id().array().atMostLength(100_000)

/** Rows that a dry run shows by default: changes of fields, or matches. */
export const ROWS_SHOWN = 200

/** The page of rows that a dry run shows, in the order of lists. */
export const rowPage = () =>
  type({
    'sample_skip?': skip(),
    'sample_limit?': limit(),
    /** The `version` of an earlier page: if the bucket has changed since, the answer is 412. */
    'sample_version?': 'number.integer >= 0',
  })

/** An upper bound: no bucket has more locales or object types. */
const SOME = 1000

/**
 * The selection of a bulk call: ids, or a query, minus exclusions. A query is resolved to ids when the call is made, in
 * the order of lists.
 */
export const bulkScope = () =>
  type({
    slug: bucketSlug(),
    /** Either these or `query`. */
    'object_ids?': ids(),
    'query?': scopeQuery(),
    /** Ids to leave out. */
    'exclude_ids?': exclusions(),
    /** Objects in these locales are left out; the empty text means objects without a locale. */
    'exclude_locales?': locale().or("''").array().atMostLength(SOME),
    /** Objects of these types are left out. */
    'exclude_types?': typeSlug().array().atMostLength(SOME),
    /** Previews the call without changing anything. */
    'dry_run?': 'boolean',
  }).and(rowPage())
export type BulkScope = ReturnType<typeof bulkScope>['infer']

/**
 * Which versions of published objects a bulk call writes. `true`: the published version too; `false`: only a draft on
 * top of it. Omitted: the default of each call, for older clients (docs/dashboard-api.md, “What goes live”).
 */
export const publishChoice = () => type({ 'publish?': 'boolean' })
export type PublishChoice = ReturnType<typeof publishChoice>['infer']
