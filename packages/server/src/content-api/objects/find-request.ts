import { and, type Query } from '@typecase/content-query/ast'
import { readInteger } from '@typecase/content-query/page'
import { parseQuery } from '@typecase/content-query/parse'

import { invalid } from '../../http/failure.ts'
import { type ListShape, readShape, textOf } from '../../resources/objects/list-request.ts'
import { readQueryJson } from '../query-json.ts'
import type { ObjectFilter } from './object-store.ts'

/** What a list of the content API was asked for. */
export interface FindRequest extends ListShape {
  filter: ObjectFilter
  depth: number
  hasMetafields: boolean
  after: string | undefined
}

/** Rows when no limit is given (clients.md §1d). */
const DEFAULT_LIMIT = 1000

/** Levels of relations at most; the same as the contract's. */
const MOST_DEPTH = 10

/** Keys of older clients that stand beside the query and mean the same. */
const PLAIN_FILTERS = ['type', 'locale', 'created_by'] as const

type Parameters = Readonly<Record<string, string | number | undefined>>

/**
 * Reads the parameters of `GET …/objects`: the query language, and the plain filters of older clients.
 * @throws QueryError or Failure `invalid` naming the parameter
 */
export function readFindRequest(parameters: Parameters): FindRequest {
  const json = { ...plainFilters(parameters), ...readQueryJson(textOf(parameters['query'])) }
  const { query, reserved } = parseQuery(json, { resource: 'objects' })
  // A query for drafts means them, although the public versions are none.
  const statusInQuery = json['status'] === 'draft' ? 'draft' : reserved.status
  return {
    filter: byStatus(textOf(parameters['status']) ?? statusInQuery, query),
    ...readShape(parameters, reserved, 'objects', DEFAULT_LIMIT),
    depth: readInteger('depth', parameters['depth'] ?? reserved.depth, 0, MOST_DEPTH) ?? 0,
    hasMetafields: parameters['show_metafields'] === 'true',
    after: textOf(parameters['after']),
  }
}

/** `published` unless asked: `any` (older clients: `all`) is the newest version, `draft` those that are drafts. */
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
  const q = textOf(parameters['q'])
  if (q)
    filters['title'] = {
      $regex: q.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
      $options: 'i',
    }
  for (const [key, value] of Object.entries(parameters)) {
    if (key.startsWith('metadata[')) filters[key] = value
  }
  return filters
}
