import type { Sql } from './sql-text.ts'

/**
 * That a column holds one of these keys, however many: one text and one value whatever their number, so that the statement
 * stays prepared. The list travels as JSON, which both engines take apart (`postgres-sql.ts`).
 */
export function inList(column: string, keys: readonly string[] | readonly number[]): Sql {
  const value = typeof keys[0] === 'number' ? 'CAST(value AS BIGINT)' : 'value'
  return {
    text: `${column} IN (SELECT ${value} FROM json_each(?))`,
    values: [JSON.stringify(keys)],
  }
}
