import type { Query } from '@typecase/content-query/ast'
import type { Resource } from '@typecase/content-query/fields'
import { parsePage } from '@typecase/content-query/page'
import { parseQuery } from '@typecase/content-query/parse'
import { type Props, parseProps } from '@typecase/content-query/props'
import { QueryError } from '@typecase/content-query/query-error'
import { parseSort, type Sort } from '@typecase/content-query/sort'
import type { QueryOf } from '@typecase/contract/endpoint'
import { type listObjects, OBJECTS_PAGE_SIZE } from '@typecase/contract/objects'

import { type Failure, invalid } from '../../http/failure.ts'

/** What a list says beside its query. */
export interface ListShape {
  sort: Sort
  props: Props
  limit: number
  skip: number
}

/** A list of objects as it was asked for. */
export interface ListRequest extends ListShape {
  query: Query
  withMetafields: boolean
}

/** Reads the parameters of `/objects/list`. @throws Failure `invalid` naming the place */
export function readListRequest(input: QueryOf<typeof listObjects>, now: number): ListRequest {
  const { query, reserved } = readQuery(input.query, now)
  const shape = readShapeOf(input, reserved, 'objects', OBJECTS_PAGE_SIZE)
  return { query, ...shape, withMetafields: input.metafield_drawer === true }
}

/** A parameter as an address or a schema gives it. */
type Parameter = string | number | undefined

type Reserved = ReturnType<typeof parseQuery>['reserved']

/**
 * Reads what stands beside the query of a list. What clients put into the query JSON though it is not about matching
 * (`limit`, `sort`, …) counts where the address says nothing.
 * @throws QueryError naming the parameter
 */
export const readShape = (
  asked: Readonly<Partial<Record<keyof ListShape, Parameter>>>,
  reserved: Reserved,
  resource: Resource,
  pageSize: number,
): ListShape => ({
  sort: parseSort(textOf(asked.sort) ?? reserved.sort, resource),
  props: parseProps(textOf(asked.props) ?? reserved.props),
  ...parsePage(
    { limit: asked.limit ?? reserved.limit, skip: asked.skip ?? reserved.skip },
    pageSize,
  ),
})

/** The same. @throws Failure `invalid` naming the parameter */
export const readShapeOf: typeof readShape = (...asked) => naming('', () => readShape(...asked))

/** A parameter of an address as text. */
export const textOf = (value: Parameter): string | undefined =>
  value === undefined ? undefined : String(value)

/**
 * Reads a query parameter.
 * @throws Failure `invalid` naming the place within the query
 */
export function readQuery(
  text: string | undefined,
  now: number,
  resource: Resource = 'objects',
): ReturnType<typeof parseQuery> {
  return naming('query', () => parseQuery(readJson(text), { resource, now }))
}

/**
 * Reads a sort parameter.
 * @throws Failure `invalid`
 */
export const readSort = (text: string | undefined): Sort =>
  naming('', () => parseSort(text, 'objects'))

function readJson(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('query', 'query must be valid JSON', 'json')
  }
}

function naming<T>(at: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof QueryError ? failureOf(error, at) : error
  }
}

function failureOf(error: QueryError, at: string): Failure {
  const path = [at, error.path].filter((part) => part !== '').join('.')
  const rule = error.path === '' ? error.message : error.message.slice(error.path.length + 2)
  return invalid(path, rule.startsWith(path) ? rule : `${path} ${rule}`, error.code)
}
