import type { Comparison, Leaf, Query, Regex, Scalar } from './ast.ts'
import { printPath } from './fields.ts'
import { compileRegex } from './regex.ts'
import type { Dialect, ScalarSql } from './sql-dialect.ts'
import { type Place, placeOf } from './sql-place.ts'
import type { SqlTarget } from './sql-target.ts'
import { joinSql, never, type Sql, sql, trusted } from './sql-text.ts'
import { sqlite } from './sqlite-dialect.ts'

/**
 * Compiles a query to a condition for WHERE that selects what `matches` accepts. Input reaches the
 * database as bound values only. On SQLite the functions of `sqlFunctions` must be registered.
 * @throws QueryError when the target has no column for a field of the query.
 */
export function toSql(query: Query, target: SqlTarget, dialect: Dialect = sqlite): Sql {
  if (query.kind === 'and' || query.kind === 'or') {
    const parts = query.of.map((part) => toSql(part, target, dialect))
    return joinSql(parts, query.kind === 'and' ? 'AND' : 'OR')
  }
  if (query.kind === 'not') return dialect.negate(toSql(query.of, target, dialect))

  const place = placeOf(query.path, target, dialect)
  if (query.kind === 'exists') return existsAt(place, dialect)
  if (query.kind === 'all') {
    const { path, values } = query
    if (values.length === 0) return never
    const parts = values.map((value) =>
      leafAt({ kind: 'compare', path, op: 'eq', value }, place, dialect),
    )
    return joinSql(parts, 'AND')
  }
  const exact = leafAt(query, place, dialect)
  const narrow = query.kind === 'regex' ? narrowed(query, target) : undefined
  return narrow ? joinSql([narrow, exact], 'AND') : exact
}

type ScalarLeaf = Exclude<Leaf, { kind: 'all' | 'exists' }>

function leafAt(query: ScalarLeaf, place: Place, dialect: Dialect): Sql {
  if (place.kind === 'scalar') return accepts(query, place.scalar, dialect)
  const any = dialect.anyScalar(place.metadata, place.keys, place.walk, (scalar) =>
    accepts(query, scalar, dialect),
  )
  if (!wantsNull(query)) return any
  return joinSql([dialect.negate(existsAt(place, dialect)), any], 'OR')
}

function existsAt(place: Place, dialect: Dialect): Sql {
  if (place.kind === 'scalar') return place.exists
  return dialect.exists(place.metadata, place.keys, place.walk)
}

function wantsNull(query: ScalarLeaf): boolean {
  if (query.kind === 'in') return query.values.includes(null)
  return query.kind === 'compare' && query.value === null
}

/** The condition on one scalar. Missing values are the caller's matter. */
function accepts(query: ScalarLeaf, scalar: ScalarSql, dialect: Dialect): Sql {
  if (query.kind === 'compare') return compared(query.op, query.value, scalar, dialect)
  if (query.kind === 'regex') {
    return joinSql([scalar.isText, searched(query, scalar.value, dialect)], 'AND')
  }
  const texts = query.values.filter((value) => typeof value === 'string')
  const numbers = query.values.filter((value) => typeof value === 'number')
  const others = query.values.filter((value) => value === null || typeof value === 'boolean')
  const listed = (condition: Sql, values: readonly (string | number)[]) =>
    values.length === 0 ? never : joinSql([condition, dialect.isOneOf(scalar.value, values)], 'AND')
  return joinSql(
    [
      listed(scalar.isText, texts),
      listed(
        scalar.isNumber,
        numbers.filter((value) => !isLarge(value)),
      ),
      ...[...numbers.filter(isLarge), ...others].map((value) =>
        compared('eq', value, scalar, dialect),
      ),
    ],
    'OR',
  )
}

const symbols: Readonly<Record<Comparison, Sql>> = {
  eq: trusted('='),
  gt: trusted('>'),
  gte: trusted('>='),
  lt: trusted('<'),
  lte: trusted('<='),
}

function compared(op: Comparison, value: Scalar, scalar: ScalarSql, dialect: Dialect): Sql {
  if (value === null) return scalar.isNull
  if (typeof value === 'boolean') return scalar.isBoolean(value)
  if (typeof value === 'string') {
    return joinSql([scalar.isText, sql`${scalar.value} ${symbols[op]} ${value}`], 'AND')
  }
  const stored = isLarge(value) ? dialect.double(scalar.value) : scalar.value
  return joinSql([scalar.isNumber, sql`${stored} ${symbols[op]} ${value}`], 'AND')
}

/** Databases read such whole numbers of JSON as exact integers, JavaScript as the nearest double. */
const isLarge = (value: number): boolean => Math.abs(value) > Number.MAX_SAFE_INTEGER

function searched({ pattern, flags }: Regex, text: Sql, dialect: Dialect): Sql {
  const { literal } = compileRegex(pattern, flags)
  return literal === undefined
    ? dialect.matchesPattern(text, pattern, flags)
    : dialect.contains(text, literal, flags)
}

function narrowed({ path, pattern, flags }: Regex, target: SqlTarget): Sql | undefined {
  const { literal } = compileRegex(pattern, flags)
  return literal ? target.narrow?.(printPath(path), literal, flags === 'i') : undefined
}
