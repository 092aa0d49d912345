import {
  and,
  type Comparison,
  compare,
  compareMoment,
  endOfDay,
  not,
  or,
  type Query,
  type Scalar,
} from './ast.ts'
import { type Path, parseField, type Resource } from './fields.ts'
import {
  fieldAt,
  type FilterField,
  type FilterOperator,
  type FilterSchema,
  type ListOperator,
} from './filter-fields.ts'
import { isDateType } from './filter-values.ts'
import { isJsonObject, type JsonObject } from './json-guard.ts'
import { parseQuery } from './parse.ts'
import { escapePattern } from './pattern.ts'
import { isPeriod } from './periods.ts'
import { printQuery } from './print.ts'

/** One condition of the filter builder. The value null means empty or missing. */
export type Filter = ValueFilter | ListFilter

/** A condition with one value. */
export interface ValueFilter {
  /** The path in queries: `title`, `metadata.medium`. */
  field: string
  operator: Exclude<FilterOperator, ListOperator>
  value: Scalar
}
/** A condition with a list of values. */
export interface ListFilter {
  field: string
  operator: ListOperator
  value: readonly Scalar[]
}

/** Conditions of which any, or all, have to be true. A list of filters is itself such a group, of all. */
export interface FilterGroup {
  operator: 'any' | 'all'
  items: readonly FilterItem[]
}

/** A part of a query that the filter builder cannot show. It keeps its original form. */
export interface UnsupportedFilter {
  operator: 'unsupported'
  json: unknown
}

/** A part of a list of filters. */
export type FilterItem = Filter | FilterGroup | UnsupportedFilter

/** Whether an item is a group. */
export function isGroup(item: FilterItem): item is FilterGroup {
  return item.operator === 'any' || item.operator === 'all' ? 'items' in item : false
}

/**
 * Brings filters into the one shape for their meaning: drops empty groups, replaces a group of one filter by that
 * filter, and merges a group into a parent of the same kind.
 */
export function plainFilters(items: readonly FilterItem[]): FilterItem[] {
  return plainWithin(items, 'all')
}

function plainWithin(
  items: readonly FilterItem[],
  operator: FilterGroup['operator'],
): FilterItem[] {
  return items.flatMap((item): FilterItem[] => {
    if (!isGroup(item)) return [item]
    if (item.operator === operator) return plainWithin(item.items, operator)
    const within = plainWithin(item.items, item.operator)
    const [only] = within
    if (within.length > 1) return [{ operator: item.operator, items: within }]
    // The only filter left in a group may be a group of the parent's kind.
    return only ? plainWithin([only], operator) : []
  })
}

/**
 * Converts filters to one query that requires all of them.
 * @throws QueryError when an unsupported part is not of the language, or a field does not exist.
 */
export function filtersToQuery(
  items: readonly FilterItem[],
  schema: FilterSchema,
  resource: Resource = 'objects',
): Query {
  return and(plainFilters(items).map((item) => itemToQuery(item, schema, resource)))
}

function itemToQuery(item: FilterItem, schema: FilterSchema, resource: Resource): Query {
  if (item.operator === 'unsupported') return parseQuery(item.json, { resource }).query
  if (!isGroup(item)) return filterToQuery(item, schema, resource)
  const parts = item.items.map((part) => itemToQuery(part, schema, resource))
  return item.operator === 'any' ? or(parts) : and(parts)
}

/** Converts filters to query JSON, to send or save. Unsupported parts are kept verbatim, whether valid or not. */
export function filtersToJson(
  items: readonly FilterItem[],
  schema: FilterSchema,
  resource: Resource = 'objects',
): Readonly<Record<string, unknown>> {
  const filters = plainFilters(items)
  const supported = filters.filter((item) => !holdsUnsupported(item))
  const query = printQuery(filtersToQuery(supported, schema, resource))
  const others = filters.filter(holdsUnsupported).map((item) => itemToJson(item, schema, resource))
  if (others.length === 0) return query
  const parts = supported.length === 0 ? others : [query, ...others]
  const [only] = parts
  return parts.length === 1 && isPlain(only) ? only : { $and: parts }
}

function holdsUnsupported(item: FilterItem): boolean {
  return item.operator === 'unsupported' || (isGroup(item) && item.items.some(holdsUnsupported))
}

function itemToJson(item: FilterItem, schema: FilterSchema, resource: Resource): unknown {
  if (item.operator === 'unsupported') return item.json
  if (!isGroup(item)) return printQuery(filterToQuery(item, schema, resource))
  const parts = item.items.map((part) => itemToJson(part, schema, resource))
  return item.operator === 'any' ? { $or: parts } : { $and: parts }
}

function isPlain(json: unknown): json is JsonObject {
  return isJsonObject(json)
}

/** Whether a value is a whole day. Times are compared with its start or its end (UTC). */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}

function filterToQuery(filter: Filter, schema: FilterSchema, resource: Resource): Query {
  const path = parseField(filter.field, resource)
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
      return comparison(filter.operator, path, filter.value, field)
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

function comparison(
  operator: 'is' | 'is not' | keyof typeof comparisons,
  path: Path,
  value: Scalar,
  field: FilterField | undefined,
): Query {
  const bounds = boundsOf(path, value, field)
  if (operator === 'is' || operator === 'is not') {
    const equal = bounds
      ? and([bounds('gte', 'start'), bounds('lte', 'end')])
      : compare(path, 'eq', value)
    return operator === 'is' ? equal : not(equal)
  }
  const op = comparisons[operator]
  return bounds?.(op, op === 'lte' || op === 'gt' ? 'end' : 'start') ?? compare(path, op, value)
}

/** Returns comparisons with the start and the end of a value that covers more than one instant, such as a day. */
function boundsOf(
  path: Path,
  value: Scalar,
  field: FilterField | undefined,
): ((op: 'lt' | 'lte' | 'gt' | 'gte', at: 'start' | 'end') => Query) | undefined {
  if (isDateType(field?.type) && isPeriod(value)) {
    return (op, at) => compareMoment(path, op, { at, period: value }, Date.now())
  }
  if (field?.type !== 'datetime' || !isDay(value)) return undefined
  return (op, at) => compare(path, op, at === 'end' ? value + endOfDay : value)
}
