import { type } from 'arktype'

import { bulkScope, publishChoice, rowPage } from './bulk-scope.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { bulkResult } from './objects.ts'

/** Options for comparing text. With all of them off, a literal text matches in any case, within words too. */
export const matchOptions = () =>
  type({
    /** Whether upper and lower case differ. */
    'case?': 'boolean',
    /** Whether the match must be a whole word. */
    'whole_word?': 'boolean',
    /** Whether `find` is a pattern in RE2 syntax; `replace` may refer to its groups: `$1`, `${name}`, `$&`. */
    'regex?': 'boolean',
    /** Whether the replacement takes the case of the match: Turner → Rothko, TURNER → ROTHKO. */
    'preserve_case?': 'boolean',
  })
export type MatchOptions = ReturnType<typeof matchOptions>['infer']

/** The path of a field to search. A metafield includes all fields below it, such as `metadata.seo.description`. */
const fieldPath = () =>
  type(/^(title|slug|content|metadata(\.[^.]+)*)$/).describe(
    'title, slug, content, or metadata.<path>',
  )

/** The id of an object, a dot, and the key of a match in it. */
export const matchId = () =>
  type(/^[0-9a-f]{24}\.[0-9a-f]{16}$/).describe('the match_id of a dry run')

/** The text to find and its replacement. */
export const target = () =>
  type({
    find: '0 < string <= 1000',
    /** Empty: matches are removed. */
    replace: 'string <= 10000',
    'match?': matchOptions(),
    /** Excluded matches stay unchanged. */
    'exclude?': matchId().array().atMostLength(100_000),
  })
export type SearchTarget = ReturnType<typeof target>['infer']

/** The text to find, and where to search. */
const searchScope = () =>
  target().and({
    /** By default title, content and all metafields. Slugs are addresses, so they only change if they are named. */
    'fields?': fieldPath().array().atLeastLength(1).atMostLength(100),
    /** Excluded fields stay unchanged. */
    'exclude_fields?': fieldPath().array().atMostLength(1000),
    /** Whether HTML and Markdown are searched as source, including tags, addresses and code, and replaced verbatim. */
    'in_markup?': 'boolean',
  })
export type SearchScope = ReturnType<typeof searchScope>['infer']

/** The page of matches that a dry run shows, in the order of lists. Within an object, the title comes first. */
export const matchPage = () =>
  rowPage().and({
    /**
     * Whether to stop as soon as the page is full, or after a quarter of a second. The counts then cover only what was
     * searched.
     */
    'is_quick?': 'boolean',
  })

/** A match for people to review, with an id for excluding it. */
export const objectMatch = () =>
  type({
    object_id: id(),
    title: 'string',
    /** The path: `metadata.seo.description`. */
    field: 'string',
    /** The path as titles: `SEO › Description`. */
    label: 'string',
    match_id: matchId(),
    /** The match with shortened context, without HTML tags. */
    before: 'string',
    after: 'string',
    /** `[start, end)` of the match in `before`, in UTF-16 units; the new text begins at `start` too. */
    start: 'number',
    end: 'number',
  })
export type ObjectMatch = ReturnType<typeof objectMatch>['infer']

/** The result of a search and replace, or with `dry_run` its preview. */
export const replaceResult = () =>
  bulkResult().omit('sample', 'changes').and({
    /** With `dry_run`: the number of objects with matches, and of matches. */
    'matched_objects?': 'number',
    'matches?': 'number',
    'sample?': objectMatch().array(),
  })
export type SearchAndReplaceResult = ReturnType<typeof replaceResult>['infer']

export const searchAndReplace = endpoint({
  id: 'objects.searchAndReplace',
  method: 'POST',
  path: '/objects/searchAndReplace',
  auth: 'user',
  summary:
    'Replaces a text or pattern in objects, by ids or by query, or in all. A dry run shows each match. More than 100 objects run as a job.',
  body: () => bulkScope().and(publishChoice()).and(searchScope()).and(matchPage()),
  response: replaceResult,
  aliases: { ids: 'object_ids' },
  bodyLimit: 12_000_000,
  errors: ['stale'],
})
export type SearchAndReplaceBody = ReturnType<(typeof searchAndReplace)['body']>['infer']
