import type { SqlValue } from '@typecase/content-query/sql-text'

import { CompiledQuery } from 'kysely'

import type { Reader } from './database.ts'
import { selectRows } from './run-sql.ts'

/**
 * An INSERT of fixed columns for the stores that write many rows: its text is made once, a row only binds.
 * @returns inserts a row and answers its row number
 */
export function inserter<Column extends string>(table: string, columns: readonly Column[]) {
  const marks = columns.map(() => '?').join(', ')
  const text = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`
  return async (db: Reader, row: Readonly<Record<Column, SqlValue>>): Promise<number> => {
    const values = columns.map((column) => row[column])
    // Not by RETURNING: such a statement makes the title index write out what it has gathered, row by row.
    const { insertId } = await db.executeQuery(CompiledQuery.raw(text, values))
    if (insertId === undefined) throw new Error(`A row of ${table} was not inserted.`)
    return Number(insertId)
  }
}

/** Sets some columns of the row with that number. Only the columns named are touched, and their indexes. */
export async function updateRow(
  db: Reader,
  table: string,
  seq: number,
  changes: Readonly<Record<string, SqlValue>>,
): Promise<void> {
  const columns = Object.keys(changes)
  if (columns.length === 0) return
  const sets = columns.map((column) => `${column} = ?`).join(', ')
  await selectRows(db, {
    text: `UPDATE ${table} SET ${sets} WHERE seq = ?`,
    values: [...Object.values(changes), seq],
  })
}
