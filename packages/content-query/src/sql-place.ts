import { fieldInfo, type Path, printPath } from './fields.ts'
import { QueryError } from './query-error.ts'
import type { Dialect, ScalarSql } from './sql-dialect.ts'
import type { SqlTarget } from './sql-target.ts'
import { always, never, type Sql, sql, trusted } from './sql-text.ts'

/** Where the values of a path are in the database. */
export type Place = ScalarPlace | DocumentPlace

/** A column, or a metafield known to hold one scalar or nothing. */
export interface ScalarPlace {
  kind: 'scalar'
  scalar: ScalarSql
  exists: Sql
}

/** A metafield of which nothing, or that it holds more than a scalar, is known. */
export interface DocumentPlace {
  kind: 'document'
  metadata: Sql
  keys: readonly string[]
  /** Whether arrays of objects may stand on the way. */
  walk: boolean
}

/** @throws QueryError when the target has no column for the field. */
export function placeOf(path: Path, target: SqlTarget, dialect: Dialect): Place {
  const [field, ...keys] = path
  if (field !== 'metadata') return columnPlace(field, target, dialect)
  const written = printPath(path)
  const metadata = trusted(target.metadata)
  const shape = target.shape?.(written) ?? 'unknown'
  if (shape !== 'text' && shape !== 'number' && shape !== 'boolean') {
    return { kind: 'document', metadata, keys, walk: shape === 'unknown' }
  }
  const indexed = target.expression?.(written)
  const value = indexed === undefined ? dialect.extract(metadata, keys) : trusted(indexed)
  return {
    kind: 'scalar',
    scalar: scalarOf(value, shape, dialect),
    exists: dialect.exists(metadata, keys, false),
  }
}

function columnPlace(field: string, { columns }: SqlTarget, dialect: Dialect): ScalarPlace {
  const column = Object.entries(columns).find(([name]) => name === field)?.[1]
  const info = fieldInfo('objects', field) ?? fieldInfo('media', field)
  if (column === undefined || !info) {
    throw new QueryError('unknown_field', field, 'cannot be used here')
  }
  const value = trusted(column)
  return {
    kind: 'scalar',
    scalar: scalarOf(value, info.kind, dialect),
    exists: sql`${value} IS NOT NULL`,
  }
}

function scalarOf(value: Sql, kind: 'text' | 'number' | 'boolean', dialect: Dialect): ScalarSql {
  return {
    value,
    isText: kind === 'text' ? always : never,
    isNumber: kind === 'number' ? always : never,
    isNull: sql`${value} IS NULL`,
    isBoolean: (wanted) => (kind === 'boolean' ? dialect.isBoolean(value, wanted) : never),
  }
}
