import { and, or, type Query } from '@typecase/content-query/ast'
import { ANY_TEXT, type Path } from '@typecase/content-query/fields'
import { readInteger } from '@typecase/content-query/page'
import { parseQuery } from '@typecase/content-query/parse'

import type { Preference } from '../../columns/find-rows.ts'
import { invalid } from '../../http/failure.ts'
import { type ListShape, readShape, textOf } from '../../resources/objects/queries/list-request.ts'
import { holds } from '../../resources/objects/queries/search.ts'
import { readQueryJson } from '../query-json.ts'
import type { ObjectFilter } from './object-store.ts'

/** The parsed request for a list of the content API. */
export interface FindRequest extends ListShape {
  filter: ObjectFilter
  depth: number
  hasMetafields: boolean
  hasFileDetails: boolean
  hasSources: boolean
  after: string | undefined
  /** The tiers of a search, best matches first. */
  tiers: readonly Query[]
  /** The preferred version of an object that exists in several locales. */
  preference: Preference | undefined
}

/** Default limit of a page (clients.md §1d). */
const DEFAULT_LIMIT = 1000

/** Maximum depth of relations; the same as in the contract. */
const MAX_DEPTH = 10

/** Parameters of older clients that mean the same as conditions in the query. */
const PLAIN_FILTERS = ['type', 'locale', 'created_by'] as const

const TITLE: Path = ['title']

type Parameters = Readonly<Record<string, string | number | undefined>>

/**
 * Reads the parameters of `GET …/objects`: the query language, and the plain filters of older clients.
 * @throws QueryError or Failure `invalid` naming the parameter
 */
export function readFindRequest(parameters: Parameters, now: number): FindRequest {
  const json = { ...plainFilters(parameters), ...readQueryJson(textOf(parameters['query'])) }
  const preference = localePreference(json['locale'], textOf(parameters['locale_fallback']))
  if (preference) json['locale'] = { $in: preference.values }
  const { query, reserved } = parseQuery(json, { resource: 'objects', now })
  // A query for drafts also selects the newest versions, although the default is published ones.
  const statusInQuery = json['status'] === 'draft' ? 'draft' : reserved.status
  const words = readWords(textOf(parameters['q']))
  const isSorted = (parameters['sort'] ?? reserved.sort) !== undefined
  const condition = and([query, ...words.map((word) => holds(word, [ANY_TEXT]))])
  return {
    filter: byStatus(textOf(parameters['status']) ?? statusInQuery, condition),
    ...readShape(parameters, reserved, 'objects', DEFAULT_LIMIT),
    tiers: isSorted ? [] : tiersFor(words),
    preference,
    depth: readInteger('depth', parameters['depth'] ?? reserved.depth, 0, MAX_DEPTH) ?? 0,
    hasMetafields: parameters['show_metafields'] === 'true',
    hasFileDetails: parameters['media'] === 'full',
    hasSources: parameters['source'] === 'true',
    after: textOf(parameters['after']),
  }
}

/**
 * Returns the filter for a `status`: the default is `published`; `any` (older clients: `all`) selects newest versions,
 * `draft` only drafts.
 */
export function byStatus(status: string | undefined, query: Query): ObjectFilter {
  if (status === undefined || status === '' || status === 'published')
    return { query, version: 'published' }
  if (status === 'any' || status === 'all') return { query, version: 'newest' }
  if (status === 'draft') {
    const drafts = parseQuery({ status: 'draft' }, { resource: 'objects' }).query
    return { query: and([query, drafts]), version: 'newest' }
  }
  throw invalid('status', 'status must be published, draft or any', 'union')
}

function plainFilters(parameters: Parameters): Record<string, unknown> {
  const filters: Record<string, unknown> = {}
  for (const key of PLAIN_FILTERS) if (parameters[key] !== undefined) filters[key] = parameters[key]
  for (const [key, value] of Object.entries(parameters)) {
    if (key.startsWith('metadata[')) filters[key] = value
  }
  return filters
}

/** Maximum number of fallback locales of a read. */
const MAX_FALLBACKS = 5

/** @throws Failure `invalid` naming the parameter */
function localePreference(locale: unknown, fallback: string | undefined): Preference | undefined {
  if (!fallback) return undefined
  const fail = (rule: string) => invalid('locale_fallback', `locale_fallback ${rule}`, 'locale')
  if (typeof locale !== 'string') throw fail('needs a locale that it is the fallback of')
  const others = fallback.split(',').map((one) => one.trim())
  if (others.length > MAX_FALLBACKS) throw fail(`must be at most ${MAX_FALLBACKS} locales`)
  return { path: ['locale'], values: [...new Set([locale, ...others])], same: [['type'], ['slug']] }
}

/** Maximum number of words in a search, since each is searched in all texts. */
const MAX_WORDS = 8

/** @throws Failure `invalid` for more words than a search may have */
function readWords(q = ''): string[] {
  const words = [...new Set(q.split(/\s+/).filter((word) => word !== ''))]
  if (words.length > MAX_WORDS) throw invalid('q', `q must be at most ${MAX_WORDS} words`, 'max')
  return words
}

/**
 * Returns the tiers of a search, best first: titles that equal the words, start with them, contain the phrase, all
 * words, or one.
 */
function tiersFor(words: readonly string[]): Query[] {
  if (words.length === 0) return []
  const phrase = words.join(' ')
  return [
    holds(phrase, TITLE, { start: true, end: true }),
    holds(phrase, TITLE, { start: true }),
    holds(phrase, TITLE),
    and(words.map((word) => holds(word, TITLE))),
    or(words.map((word) => holds(word, TITLE))),
  ]
}
