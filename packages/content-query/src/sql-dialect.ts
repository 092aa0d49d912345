import type { RegexFlags } from './ast.ts'
import type { Sql } from './sql-text.ts'

/** One scalar, of a column or inside a JSON document: SQL for its value and conditions on its type. */
export interface ScalarSql {
  value: Sql
  isText: Sql
  isNumber: Sql
  isNull: Sql
  /** Whether it is that boolean. */
  isBoolean(wanted: boolean): Sql
}

/** What differs between database engines. A condition may be NULL for false, but never for true. */
export interface Dialect {
  /** The scalar that JSON holds below `keys`, where every key above it holds an object. */
  extract(json: Sql, keys: readonly string[]): Sql
  /** The scalar below `keys`, or NULL when there is an array, an object or nothing. */
  scalarOrNull(json: Sql, keys: readonly string[]): Sql
  /** Whether there is a value, null included; `walk` goes through arrays of objects on the way. */
  exists(json: Sql, keys: readonly string[], walk: boolean): Sql
  /** Whether any scalar that the value stands for (see `scalarsOf`) passes the test. */
  anyScalar(
    json: Sql,
    keys: readonly string[],
    walk: boolean,
    test: (scalar: ScalarSql) => Sql,
  ): Sql
  /** A number of a JSON document as the double that JavaScript reads it as. */
  double(value: Sql): Sql
  isBoolean(value: Sql, wanted: boolean): Sql
  isOneOf(value: Sql, wanted: readonly (string | number)[]): Sql
  contains(text: Sql, literal: string, flags: RegexFlags): Sql
  matchesPattern(text: Sql, pattern: string, flags: RegexFlags): Sql
  /** The other truth value, and true for NULL. */
  negate(condition: Sql): Sql
}
