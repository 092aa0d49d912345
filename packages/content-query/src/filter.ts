import { and, type Comparison, compare, not, type Query, type Scalar } from './ast.ts'
import { type Path, parsePath, type Resource } from './fields.ts'
import {
  fieldAt,
  type FilterField,
  type FilterOperator,
  type FilterSchema,
  type ListOperator,
} from './filter-fields.ts'
import { isJsonObject, type JsonObject } from './json-guard.ts'
import { parseQuery } from './parse.ts'
import { escapePattern } from './pattern.ts'
import { printQuery } from './print.ts'

/** One row of the filter builder. A value of null means empty (or missing). */
export type Filter = ValueFilter | ListFilter

export interface ValueFilter {
  /** As queries write it: `title`, `metadata.medium`. */
  field: string
  operator: Exclude<FilterOperator, ListOperator>
  value: Scalar
}
export interface ListFilter {
  field: string
  operator: ListOperator
  value: readonly Scalar[]
}

/** A part of a query that the filter builder cannot show. It is kept as it was written. */
export interface UnsupportedFilter {
  operator: 'unsupported'
  json: unknown
}

export type FilterItem = Filter | UnsupportedFilter

/**
 * The query that all filters together stand for.
 * @throws QueryError when an unsupported part is not of the language, or a field does not exist.
 */
export function filtersToQuery(
  items: readonly FilterItem[],
  schema: FilterSchema,
  resource: Resource = 'objects',
): Query {
  return and(
    items.map((item) =>
      item.operator === 'unsupported'
        ? parseQuery(item.json, { resource }).query
        : filterToQuery(item, schema, resource),
    ),
  )
}

/** The query JSON of filters, to be sent or saved. Unsupported parts stay as they are, valid or not. */
export function filtersToJson(
  items: readonly FilterItem[],
  schema: FilterSchema,
  resource: Resource = 'objects',
): Readonly<Record<string, unknown>> {
  const supported = items.filter((item) => item.operator !== 'unsupported')
  const query = printQuery(filtersToQuery(supported, schema, resource))
  const others = items.filter((item) => item.operator === 'unsupported').map(({ json }) => json)
  if (others.length === 0) return query
  const parts = supported.length === 0 ? others : [query, ...others]
  const [only] = parts
  return parts.length === 1 && isPlain(only) ? only : { $and: parts }
}

function isPlain(json: unknown): json is JsonObject {
  return isJsonObject(json)
}

/** The last instant of a day, as times are stored. */
export const endOfDay = 'T23:59:59.999Z'

/** Whether a value is a whole day, for which a time is compared with its start or its end (UTC). */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}

function filterToQuery(filter: Filter, schema: FilterSchema, resource: Resource): Query {
  const path = parsePath(filter.field, resource)
  const field = fieldAt(filter.field, schema)
  switch (filter.operator) {
    case 'in':
      return { kind: 'in', path, values: filter.value }
    case 'not in':
      return not({ kind: 'in', path, values: filter.value })
    case 'all':
      return { kind: 'all', path, values: filter.value }
    case 'not all':
      return not({ kind: 'all', path, values: filter.value })
    case 'contains':
      return contains(path, filter.value)
    case 'does not contain':
      return not(contains(path, filter.value))
    default:
      return compared(filter.operator, path, filter.value, field)
  }
}

function contains(path: Path, value: Scalar): Query {
  return { kind: 'regex', path, pattern: escapePattern(String(value ?? '')), flags: 'i' }
}

const comparisons = {
  'less than': 'lt',
  'less than or equal to': 'lte',
  'greater than': 'gt',
  'greater than or equal to': 'gte',
} as const satisfies Partial<Record<FilterOperator, Comparison>>

function compared(
  operator: 'is' | 'is not' | keyof typeof comparisons,
  path: Path,
  value: Scalar,
  field: FilterField | undefined,
): Query {
  const wholeDay = field?.type === 'datetime' && isDay(value)
  if (operator === 'is' || operator === 'is not') {
    const equal = wholeDay
      ? and([compare(path, 'gte', value), compare(path, 'lte', value + endOfDay)])
      : compare(path, 'eq', value)
    return operator === 'is' ? equal : not(equal)
  }
  const op = comparisons[operator]
  const atEnd = wholeDay && (op === 'lte' || op === 'gt')
  return compare(path, op, atEnd ? value + endOfDay : value)
}
