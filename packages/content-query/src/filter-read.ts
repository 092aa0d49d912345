import {
  and,
  type Compare,
  type Comparison,
  endOfDay,
  type Leaf,
  type Query,
  type Scalar,
} from './ast.ts'
import { compose } from './composed.ts'
import { printPath, type Resource } from './fields.ts'
import {
  fieldAt,
  type FilterField,
  type FilterOperator,
  type FilterSchema,
  operatorsFor,
  takesList,
} from './filter-fields.ts'
import { type Filter, type FilterItem, isDay, plainFilters } from './filter.ts'
import { fits, isDateType } from './filter-values.ts'
import { isJsonObject } from './json-guard.ts'
import { parseQuery } from './parse.ts'
import { limits } from './limits.ts'
import { literalOf, parsePattern, readPattern } from './pattern.ts'
import { printQuery } from './print.ts'
import { QueryError } from './query-error.ts'

/**
 * Converts a saved or typed query JSON to filters. Marks as unsupported, and keeps, any part that is not of the
 * language, names an unknown field or uses an operator that does not apply. Never throws.
 */
export function filtersFromJson(
  json: unknown,
  schema: FilterSchema,
  resource: Resource = 'objects',
): FilterItem[] {
  return plainFilters(readParts(json, schema, resource, 0))
}

function readParts(
  json: unknown,
  schema: FilterSchema,
  resource: Resource,
  depth: number,
): FilterItem[] {
  const parsed = read(json, schema, resource)
  if (parsed) return parsed
  const unsupported: FilterItem[] = [{ operator: 'unsupported', json }]
  if (depth > limits.depth) return unsupported
  const alternatives = alternativesOf(json)
  if (alternatives) {
    const items = alternatives.map((one): FilterItem => {
      const parts = readParts(one, schema, resource, depth + 1)
      const [only] = parts
      return parts.length === 1 && only ? only : { operator: 'all', items: parts }
    })
    return [{ operator: 'any', items }]
  }
  const parts = split(json)
  return parts.length < 2
    ? unsupported
    : parts.flatMap((part) => readParts(part, schema, resource, depth + 1))
}

function read(json: unknown, schema: FilterSchema, resource: Resource): FilterItem[] | undefined {
  try {
    return filtersFromQuery(parseQuery(json, { resource }).query, schema)
  } catch (error) {
    if (error instanceof QueryError) return undefined
    throw error
  }
}

/** Returns the parts of `{"$or": […]}`, if that is the only key. */
function alternativesOf(json: unknown): readonly unknown[] | undefined {
  if (!isJsonObject(json)) return undefined
  const [[key, value] = [], ...others] = Object.entries(json)
  const isAny = key === '$or' && others.length === 0 && Array.isArray(value) && value.length > 1
  return isAny ? value : undefined
}

/** Splits a query object into single conditions. */
function split(json: unknown): unknown[] {
  if (!isJsonObject(json)) return []
  const entries = Object.entries(json)
  const [only] = entries
  if (entries.length === 1 && only?.[0] === '$and' && Array.isArray(only[1])) return only[1]
  return entries.map((entry) => Object.fromEntries([entry]))
}

/** Converts a query to filters. Parts that the filter builder cannot show are marked as unsupported. */
export function filtersFromQuery(query: Query, schema: FilterSchema): FilterItem[] {
  const parts = query.kind === 'and' ? query.of : [query]
  const items: FilterItem[] = []
  for (let at = 0; at < parts.length; at++) {
    const [part, next] = [parts[at], parts[at + 1]]
    if (!part) continue
    const day = next && filterOf(and([part, next]), schema)
    if (day) at++
    items.push(day ?? itemOf(part, schema))
  }
  return items
}

function itemOf(query: Query, schema: FilterSchema): FilterItem {
  const filter = filterOf(query, schema)
  if (filter) return filter
  if (query.kind === 'or' && query.of.length > 1) {
    return { operator: 'any', items: query.of.map((part) => itemOf(part, schema)) }
  }
  if (query.kind === 'and' && query.of.length > 1) {
    const items = filtersFromQuery(query, schema)
    const [only] = items
    return items.length === 1 && only ? only : { operator: 'all', items }
  }
  return { operator: 'unsupported', json: printQuery(query) }
}

const comparisons: Readonly<Record<Exclude<Comparison, 'eq'>, FilterOperator>> = {
  lt: 'less than',
  lte: 'less than or equal to',
  gt: 'greater than',
  gte: 'greater than or equal to',
}

/** Returns the one filter that means the same as a query, or undefined. */
function filterOf(query: Query, schema: FilterSchema): Filter | undefined {
  const negated = query.kind === 'not'
  const positive = negated ? query.of : query
  if (positive.kind === 'or' || positive.kind === 'not') return undefined
  if (positive.kind === 'and') return wholeDay(positive.of, negated, schema)
  const field = fieldOf(positive, schema)
  if (!field) return undefined
  if (positive.kind === 'exists') return undefined
  if (positive.kind === 'in') return checkFilter(field, negated ? 'not in' : 'in', positive.values)
  if (positive.kind === 'all')
    return checkFilter(field, negated ? 'not all' : 'all', positive.values)
  if (positive.kind === 'regex') {
    const literal = literalIn(positive.pattern)
    if (literal === undefined || positive.flags !== 'i') return undefined
    return checkFilter(field, negated ? 'does not contain' : 'contains', literal)
  }
  const { op, value, moment } = positive
  if (moment) {
    const isUsual = moment.at === (op === 'lte' || op === 'gt' ? 'end' : 'start')
    if (negated || !isUsual || op === 'eq') return undefined
    return checkFilter(field, comparisons[op], moment.period)
  }
  if (op === 'eq') {
    // `is` with a day means the whole day, but equality with a day means its first instant.
    if (field.type === 'datetime' && isDay(value)) return undefined
    return checkFilter(field, negated ? 'is not' : 'is', value)
  }
  if (negated) return undefined
  return checkFilter(field, comparisons[op], field.type === 'datetime' ? dayOf(op, value) : value)
}

/**
 * Returns the text that a pattern searches for, as written. Undefined if a quantifier applies to a letter with an
 * accent: the text would keep only the letter.
 */
function literalIn(pattern: string): string | undefined {
  const literal = literalOf(readPattern(pattern))
  const isSame = literal !== undefined && compose(literal) === literalOf(parsePattern(pattern))
  return isSame ? literal : undefined
}

function fieldOf(leaf: Leaf, schema: FilterSchema): FilterField | undefined {
  return fieldAt(printPath(leaf.path), schema)
}

/**
 * Returns the `is` filter for the start and the end of a day or period on one field, which is how queries express it.
 */
function wholeDay(
  parts: readonly Query[],
  negated: boolean,
  schema: FilterSchema,
): Filter | undefined {
  const [from, to] = parts
  if (parts.length !== 2 || from?.kind !== 'compare' || to?.kind !== 'compare') return undefined
  const field = fieldOf(from, schema)
  if (!field || printPath(to.path) !== field.path || from.op !== 'gte' || to.op !== 'lte') {
    return undefined
  }
  const value =
    from.moment || to.moment ? periodBetween(from, to, field) : dayBetween(from, to, field)
  return value === undefined ? undefined : checkFilter(field, negated ? 'is not' : 'is', value)
}

function dayBetween(from: Compare, to: Compare, { type }: FilterField): string | undefined {
  const isWhole = type === 'datetime' && isDay(from.value) && to.value === from.value + endOfDay
  return isWhole ? String(from.value) : undefined
}

function periodBetween(from: Compare, to: Compare, { type }: FilterField): string | undefined {
  const isWhole =
    isDateType(type) &&
    from.moment?.at === 'start' &&
    to.moment?.at === 'end' &&
    from.moment.period === to.moment.period
  return isWhole ? from.moment?.period : undefined
}

function dayOf(op: Comparison, value: Scalar): Scalar | undefined {
  if (typeof value !== 'string') return value
  if (op === 'lt' || op === 'gte') return value
  const day = value.slice(0, -endOfDay.length)
  if (value.endsWith(endOfDay) && isDay(day)) return day
  // As a filter, `<= 2024-01-01` would mean the end of that day, which is a different time.
  return isDay(value) ? undefined : value
}

/** Returns the filter if the operator applies to the field and the values have its type. */
function checkFilter(
  field: FilterField,
  operator: FilterOperator,
  value: Scalar | readonly Scalar[] | undefined,
): Filter | undefined {
  if (value === undefined || !operatorsFor(field).includes(operator)) return undefined
  if (takesList(operator)) {
    return isList(value) && value.every((one) => fits(field, one))
      ? { field: field.path, operator, value }
      : undefined
  }
  if (isList(value)) return undefined
  const isEquality = operator === 'is' || operator === 'is not'
  return (value === null ? isEquality : fits(field, value))
    ? { field: field.path, operator, value }
    : undefined
}

function isList(value: Scalar | readonly Scalar[]): value is readonly Scalar[] {
  return Array.isArray(value)
}
