import type { Query } from '@typecase/content-query/ast'
import { guardJson, isJsonObject, type JsonObject } from '@typecase/content-query/json-guard'
import { parseQuery } from '@typecase/content-query/parse'
import { QueryError } from '@typecase/content-query/query-error'
import { parseSort } from '@typecase/content-query/sort'
import type { SmartView } from '@typecase/contract/smart-views'

import { MAX_VIEW_QUERY_CHARACTERS } from '../../limits.ts'
import { invalid } from '../../http/failure.ts'

const AT = 'data.query_string'

type ViewFields = Pick<SmartView, 'query_string' | 'sort'>

/**
 * Refuses an invalid view: one whose query string has no query, or whose JSON is malformed or too large. Unknown keys,
 * types and operators are accepted, because types and fields change and other clients may support more.
 * @throws Failure `invalid` that names the field
 */
export function checkView({ query_string: text, sort }: ViewFields): void {
  const json = jsonIn(text)
  if (json === undefined) throw invalid(AT, `${AT} must hold a query`, 'required')
  if (json.length > MAX_VIEW_QUERY_CHARACTERS) {
    throw invalid(
      AT,
      `${AT} must hold a query of at most ${MAX_VIEW_QUERY_CHARACTERS} characters`,
      'max',
    )
  }
  try {
    const query: unknown = JSON.parse(json)
    if (!isJsonObject(query)) throw invalid(AT, `${AT} must hold a JSON object as query`, 'json')
    guardJson(query)
  } catch (error) {
    if (error instanceof QueryError) throw invalid(AT, `${AT}: ${error.message}`, error.code)
    if (!(error instanceof SyntaxError)) throw error
    throw invalid(AT, `${AT} must hold valid JSON as query`, 'json')
  }
  try {
    parseSort(sort ?? undefined, 'objects')
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    throw invalid('data.sort', `data.${error.message}`, error.code)
  }
}

/** Returns the query of a checked view. */
export function queryJsonOf({ query_string: text }: Pick<SmartView, 'query_string'>): JsonObject {
  // `checkView` accepted it, so the cast is safe.
  return JSON.parse(jsonIn(text) ?? '{}') as JsonObject
}

/** Parses the query of a view; undefined if it is invalid. */
export function queryOf(view: Pick<SmartView, 'query_string'>, now: number): Query | undefined {
  try {
    return parseQuery(queryJsonOf(view), { resource: 'objects', now }).query
  } catch (error) {
    if (error instanceof QueryError) return undefined
    throw error
  }
}

const jsonIn = (text: string): string | undefined =>
  new URLSearchParams(text).get('query') ?? undefined
