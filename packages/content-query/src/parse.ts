import {
  type Compare,
  type Comparison,
  type Leaf,
  type Query,
  type RegexFlags,
  type Scalar,
  and,
  compare,
  compareMoment,
  not,
  or,
} from './ast.ts'
import {
  fieldInfo,
  operatorsOfCombined,
  parseField,
  type Path,
  printPath,
  type Resource,
} from './fields.ts'
import {
  guardJson,
  isJsonObject,
  isScalar,
  type Json,
  type JsonObject,
  pathOf,
} from './json-guard.ts'
import { parseInstant } from './instants.ts'
import { limits } from './limits.ts'
import { parsePattern } from './pattern.ts'
import { readPeriod } from './periods.ts'
import { QueryError } from './query-error.ts'
import { checkRelations, levelsOf } from './relations.ts'
import { type ReservedValues, takeReserved } from './reserved.ts'

/** The kind of records that a query selects, and the time at which it runs. */
export interface ParseOptions {
  resource: Resource
  /** UNIX ms from which relative days are counted; now by default. */
  now?: number
}

/** A query, and the parameters that clients sent inside it. */
export interface ParsedQuery {
  query: Query
  /** Values such as `limit`, `skip` and `sort` that some clients put inside the query. */
  reserved: ReservedValues
}

/**
 * Parses the JSON of a `query` parameter (parsed JSON, not its text) into a typed query.
 * @throws QueryError naming the position and the rule, for anything that is not of the language.
 */
export function parseQuery(json: unknown, options: ParseOptions): ParsedQuery {
  guardJson(json)
  if (!isJsonObject(json)) throw new QueryError('invalid_json', '', 'query must be a JSON object')
  const { reserved, rest } = takeReserved(json)
  const { resource, now = Date.now() } = options
  const reader: Reader = { resource, now, nodes: 0 }
  return { query: readObject(reader, rest, '', 0), reserved }
}

interface Reader {
  readonly resource: Resource
  readonly now: number
  nodes: number
}

const comparisons: Readonly<Record<string, Comparison>> = {
  $eq: 'eq',
  $gt: 'gt',
  $gte: 'gte',
  $lt: 'lt',
  $lte: 'lte',
}

function readObject(reader: Reader, json: JsonObject, at: string, depth: number): Query {
  const parts: Query[] = []
  const seen = new Set<string>()
  for (const [key, value] of Object.entries(json)) {
    const keyPath = pathOf(at, key)
    const operators = operatorsOfCombined(key, reader.resource)
    if (key.startsWith('$') && !operators) {
      parts.push(readLogical(reader, key, value, keyPath, depth + 1))
      continue
    }
    const path = parseField(key, reader.resource, keyPath)
    if (reader.resource === 'objects') checkRelations(path, keyPath)
    if (seen.has(printPath(path))) {
      throw new QueryError('duplicate_field', keyPath, 'names a field twice; use $and')
    }
    seen.add(printPath(path))
    if (operators && !operators.includes('$eq') && !isJsonObject(value)) {
      throw new QueryError('invalid_value', keyPath, `must be {"$regex": …}`)
    }
    parts.push(
      isJsonObject(value)
        ? readOperators(reader, path, value, keyPath, depth)
        : leaf(
            reader,
            compare(path, 'eq', readScalar(path, reader.resource, value, keyPath)),
            keyPath,
          ),
    )
  }
  return and(parts)
}

function readLogical(
  reader: Reader,
  operator: string,
  value: Json | undefined,
  at: string,
  depth: number,
): Query {
  if (operator !== '$and' && operator !== '$or' && operator !== '$nor') {
    throw new QueryError('unknown_operator', at, 'must be $and, $or, $nor or a field')
  }
  enter(reader, at, depth)
  const parts = readList(value, at).map((part, index) => {
    const path = pathOf(at, index)
    if (isJsonObject(part)) return readObject(reader, part, path, depth)
    throw new QueryError('invalid_value', path, 'must be an object')
  })
  if (parts.length === 0) throw new QueryError('invalid_value', at, 'must not be empty')
  if (operator === '$and') return and(parts)
  return operator === '$or' ? or(parts) : not(or(parts))
}

function readOperators(
  reader: Reader,
  path: Path,
  operators: JsonObject,
  at: string,
  depth: number,
): Query {
  const entries = Object.entries(operators)
  if (entries.length === 0) throw new QueryError('invalid_value', at, 'must have an operator')
  const parts = entries.flatMap(([operator, value]) => {
    const keyPath = pathOf(at, operator)
    if (operator === '$options') {
      if (Object.hasOwn(operators, '$regex')) return []
      throw new QueryError('unknown_operator', keyPath, 'is only allowed with $regex')
    }
    if (operator === '$not') {
      if (!isJsonObject(value)) throw new QueryError('invalid_value', keyPath, 'must be an object')
      enter(reader, keyPath, depth + 1)
      return [not(readOperators(reader, path, value, keyPath, depth + 1))]
    }
    return [readOperator(reader, path, operator, value, operators.$options, keyPath)]
  })
  return and(parts)
}

function readOperator(
  reader: Reader,
  path: Path,
  operator: string,
  value: Json | undefined,
  options: Json | undefined,
  at: string,
): Query {
  const one = () => readScalar(path, reader.resource, value, at)
  const many = () => readScalars(path, reader.resource, value, at)
  const allowed = operatorsOfCombined(path[0], reader.resource)
  if (allowed && !allowed.includes(operator)) {
    const rule = `must be ${allowed.join(' or ')}: ${path[0]} takes no other`
    throw new QueryError('unknown_operator', at, rule)
  }
  const comparison = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined
  if (comparison) {
    if (isJsonObject(value))
      return leaf(reader, readMoment(reader, path, comparison, value, at), at)
    const operand = one()
    if (comparison !== 'eq' && typeof operand !== 'string' && typeof operand !== 'number') {
      throw new QueryError('invalid_value', at, 'must be a string or a number')
    }
    return leaf(reader, compare(path, comparison, operand), at)
  }
  switch (operator) {
    case '$ne':
      return not(leaf(reader, compare(path, 'eq', one()), at))
    case '$in':
      return leaf(reader, { kind: 'in', path, values: many() }, at)
    case '$nin':
      return not(leaf(reader, { kind: 'in', path, values: many() }, at))
    case '$all':
      return leaf(reader, { kind: 'all', path, values: many() }, at)
    case '$exists': {
      if (typeof value !== 'boolean') throw new QueryError('invalid_value', at, 'must be a boolean')
      const exists = leaf(reader, { kind: 'exists', path }, at)
      return value ? exists : not(exists)
    }
    case '$regex': {
      if (typeof value !== 'string') throw new QueryError('invalid_value', at, 'must be a string')
      parsePattern(value, at)
      return leaf(
        reader,
        { kind: 'regex', path, pattern: value, flags: readFlags(options, at) },
        at,
      )
    }
    default: {
      const rule =
        'must be $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $all, $exists, $regex or $not'
      throw new QueryError(
        operator.startsWith('$') ? 'unknown_operator' : 'unknown_field',
        at,
        rule,
      )
    }
  }
}

/** Parses `{"$start": "last 30 days"}`, or `$end`. */
function readMoment(
  { resource, now }: Reader,
  path: Path,
  op: Comparison,
  json: JsonObject,
  at: string,
): Compare {
  const [[key, words] = [], ...others] = Object.entries(json)
  const side = key === '$start' ? 'start' : key === '$end' ? 'end' : undefined
  const period = typeof words === 'string' ? readPeriod(words) : undefined
  if (!side || period === undefined || others.length > 0 || op === 'eq') {
    const rule =
      'must be a value, or, after $gt, $gte, $lt or $lte, {"$start": …} or {"$end": …} with days such as "last 30 days"'
    throw new QueryError('invalid_value', at, rule)
  }
  const read = compareMoment(path, op, { at: side, period }, now)
  return { ...read, value: readScalar(path, resource, read.value, at) }
}

function readFlags(options: Json | undefined, at: string): RegexFlags {
  if (options === undefined || options === '') return ''
  if (options === 'i') return 'i'
  throw new QueryError('invalid_value', at, '$options must be "i"')
}

function readScalar(path: Path, resource: Resource, value: Json | undefined, at: string): Scalar {
  if (!isScalar(value)) {
    const rule = 'must be a string, a number, a boolean or null; use $in or $all for a list'
    throw new QueryError('invalid_value', at, rule)
  }
  return typeof value === 'string' ? readTime(path, resource, value) : value
}

/**
 * Rewrites a time in its stored form, so that any notation of an instant matches: scheduled times as numbers, others as
 * UTC text.
 */
function readTime(path: Path, resource: Resource, value: string): Scalar {
  if (!DAY_AND_MORE.test(value)) return value
  if (isPlannedTime(path, resource)) {
    const time = parseInstant(value, 'utc')
    return typeof time === 'number' ? time : value
  }
  // A day alone, or a time without a zone, is compared as text, since stored times begin with it.
  const time = TIMES.has(path[0]) && value.length > DAY_LENGTH ? parseInstant(value) : undefined
  return typeof time === 'number' ? new Date(time).toISOString() : value
}

const DAY_AND_MORE = /^\d{4}-\d\d-\d\d/
const DAY_LENGTH = '2026-03-29'.length

/** Fields with times that the server wrote. */
const TIMES: ReadonlySet<string> = new Set(['created_at', 'modified_at', 'published_at'])

function isPlannedTime([field]: Path, resource: Resource): boolean {
  return field.endsWith('publish_at') && fieldInfo(resource, field)?.kind === 'number'
}

function readScalars(
  path: Path,
  resource: Resource,
  value: Json | undefined,
  at: string,
): readonly Scalar[] {
  const list = readList(value, at)
  if (list.length > limits.listLength) {
    throw new QueryError('too_large', at, `may have at most ${limits.listLength} values`)
  }
  const read = list.map((item, index) => readScalar(path, resource, item, pathOf(at, index)))
  return [...new Set(read)]
}

function readList(value: Json | undefined, at: string): readonly Json[] {
  if (Array.isArray(value)) return value
  throw new QueryError('invalid_value', at, 'must be an array')
}

function leaf(reader: Reader, query: Leaf, at: string): Leaf {
  const levels = reader.resource === 'objects' ? levelsOf(query.path) : 0
  const values = query.kind === 'all' ? Math.max(1, query.values.length) : 1
  countNodes(reader, values * (1 + levels), at)
  return query
}

function enter(reader: Reader, at: string, depth: number): void {
  countNodes(reader, 1, at)
  if (depth > limits.depth) {
    const rule = `$and, $or, $nor and $not may nest at most ${limits.depth} levels`
    throw new QueryError('too_deep', at, rule)
  }
}

function countNodes(reader: Reader, count: number, at: string): void {
  reader.nodes += count
  if (reader.nodes > limits.nodes) {
    throw new QueryError('too_large', at, `a query may have at most ${limits.nodes} conditions`)
  }
}
