import { and, type Comparison, type Leaf, type Query, type Scalar } from './ast.ts'
import { printPath, type Resource } from './fields.ts'
import {
  fieldAt,
  type FilterField,
  type FilterOperator,
  type FilterSchema,
  operatorsFor,
  takesList,
} from './filter-fields.ts'
import { endOfDay, type Filter, type FilterItem, isDay } from './filter.ts'
import { fits } from './filter-values.ts'
import { isJsonObject } from './json-guard.ts'
import { parseQuery } from './parse.ts'
import { literalOf, parsePattern } from './pattern.ts'
import { printQuery } from './print.ts'
import { QueryError } from './query-error.ts'

/**
 * The filters that a saved or typed query JSON stands for. Parts that are not of the language, name an
 * unknown field or use an operator that does not apply are marked unsupported and kept; nothing throws.
 */
export function filtersFromJson(
  json: unknown,
  schema: FilterSchema,
  resource: Resource = 'objects',
): FilterItem[] {
  const whole = read(json, schema, resource)
  if (whole) return whole
  const parts = split(json)
  if (parts.length < 2) return [{ operator: 'unsupported', json }]
  return parts.flatMap(
    (part): FilterItem[] =>
      read(part, schema, resource) ?? [{ operator: 'unsupported', json: part }],
  )
}

function read(json: unknown, schema: FilterSchema, resource: Resource): FilterItem[] | undefined {
  try {
    return filtersFromQuery(parseQuery(json, { resource }).query, schema)
  } catch (error) {
    if (error instanceof QueryError) return undefined
    throw error
  }
}

/** The conditions of a query object one by one. */
function split(json: unknown): unknown[] {
  if (!isJsonObject(json)) return []
  const entries = Object.entries(json)
  const [only] = entries
  if (entries.length === 1 && only?.[0] === '$and' && Array.isArray(only[1])) return only[1]
  return entries.map((entry) => Object.fromEntries([entry]))
}

/** The filters that a query stands for; what the filter builder cannot show is marked unsupported. */
export function filtersFromQuery(query: Query, schema: FilterSchema): FilterItem[] {
  const parts = query.kind === 'and' ? query.of : [query]
  const items: FilterItem[] = []
  for (let at = 0; at < parts.length; at++) {
    const [part, next] = [parts[at], parts[at + 1]]
    if (!part) continue
    const day = next && filterOf(and([part, next]), schema)
    if (day) at++
    items.push(day ?? filterOf(part, schema) ?? { operator: 'unsupported', json: printQuery(part) })
  }
  return items
}

const comparisons: Readonly<Record<Exclude<Comparison, 'eq'>, FilterOperator>> = {
  lt: 'less than',
  lte: 'less than or equal to',
  gt: 'greater than',
  gte: 'greater than or equal to',
}

/** One filter that means the same, or undefined. */
function filterOf(query: Query, schema: FilterSchema): Filter | undefined {
  const negated = query.kind === 'not'
  const positive = negated ? query.of : query
  if (positive.kind === 'or' || positive.kind === 'not') return undefined
  if (positive.kind === 'and') return wholeDay(positive.of, negated, schema)
  const field = fieldOf(positive, schema)
  if (!field) return undefined
  if (positive.kind === 'exists') return undefined
  if (positive.kind === 'in') return checked(field, negated ? 'not in' : 'in', positive.values)
  if (positive.kind === 'all') return checked(field, negated ? 'not all' : 'all', positive.values)
  if (positive.kind === 'regex') {
    const literal = literalOf(parsePattern(positive.pattern))
    if (literal === undefined || positive.flags !== 'i') return undefined
    return checked(field, negated ? 'does not contain' : 'contains', literal)
  }
  const { op, value } = positive
  if (op === 'eq') {
    // `is` a day means all of it, where equality means its first instant as it was written.
    if (field.type === 'datetime' && isDay(value)) return undefined
    return checked(field, negated ? 'is not' : 'is', value)
  }
  if (negated) return undefined
  return checked(field, comparisons[op], field.type === 'datetime' ? dayOf(op, value) : value)
}

function fieldOf(leaf: Leaf, schema: FilterSchema): FilterField | undefined {
  return fieldAt(printPath(leaf.path), schema)
}

/** A day's start and end on one time field is how `is` a day is written. */
function wholeDay(
  parts: readonly Query[],
  negated: boolean,
  schema: FilterSchema,
): Filter | undefined {
  const [from, to] = parts
  if (parts.length !== 2 || from?.kind !== 'compare' || to?.kind !== 'compare') return undefined
  const field = fieldOf(from, schema)
  const isWhole =
    field?.type === 'datetime' &&
    printPath(to.path) === field.path &&
    from.op === 'gte' &&
    to.op === 'lte' &&
    isDay(from.value) &&
    to.value === from.value + endOfDay
  return isWhole ? checked(field, negated ? 'is not' : 'is', from.value) : undefined
}

function dayOf(op: Comparison, value: Scalar): Scalar | undefined {
  if (typeof value !== 'string') return value
  if (op === 'lt' || op === 'gte') return value
  const day = value.slice(0, -endOfDay.length)
  if (value.endsWith(endOfDay) && isDay(day)) return day
  // `<= 2024-01-01` as a filter would mean the end of that day, which is something else.
  return isDay(value) ? undefined : value
}

/** The filter, if the operator applies to the field and the values are of its type. */
function checked(
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
