import { type Sql, type SqlValue, sql, trusted } from './sql-text.ts'

import type { Reader } from './database.ts'
import { selectRows } from './run-sql.ts'
import { sessionOf } from './session.ts'

/**
 * An INSERT of fixed columns for the stores that write many rows: its text is made once, a row only binds. One row cannot
 * fail half way (OR FAIL), so that nothing is kept to take it back, whatever the table's triggers do.
 * @returns inserts a row and answers its row number
 */
export function inserter<Column extends string>(table: string, columns: readonly Column[]) {
  const marks = columns.map(() => '?').join(', ')
  const text = `INSERT OR FAIL INTO ${table} (${columns.join(', ')}) VALUES (${marks})`
  return async (db: Reader, row: Readonly<Record<Column, SqlValue>>): Promise<number> => {
    const values = columns.map((column) => row[column])
    const session = sessionOf(db)
    if (!session) throw new Error(`A row of ${table} is inserted on a connection of this thread.`)
    return session.insert(text, values)
  }
}

/** Sets some columns of the row with that number. Only the columns named are touched, and their indexes; see `inserter` for OR FAIL. */
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
    text: `UPDATE OR FAIL ${table} SET ${sets} WHERE seq = ?`,
    values: [...Object.values(changes), seq],
  })
}

/** Rows of one statement: of few lengths, so that each stays prepared. */
const LENGTHS = [100, 10, 1]

/** Inserts rows in their order. */
export async function insertRows<Column extends string>(
  db: Reader,
  table: string,
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, SqlValue>>[],
): Promise<void> {
  const marks = `(${columns.map(() => '?').join(', ')})`
  let at = 0
  for (const length of LENGTHS) {
    for (; at + length <= rows.length; at += length) {
      const lines = Array.from({ length }, () => marks).join(', ')
      await selectRows(db, {
        text: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${lines}`,
        values: rows.slice(at, at + length).flatMap((row) => columns.map((column) => row[column])),
      })
    }
  }
}

/** Rows that are deleted at once: other writers wait for it. */
const GONE = 200

/** Deletes some of the rows that a condition leaves. @returns whether there were any */
export async function deleteSome(
  db: Reader,
  table: string,
  key: string,
  which: Sql,
): Promise<boolean> {
  const [from, one] = [trusted(table), trusted(key)]
  const rows = await selectRows(
    db,
    sql`DELETE FROM ${from} WHERE ${one} IN (SELECT ${one} FROM ${from} WHERE ${which} LIMIT ${GONE}) RETURNING ${one}`,
  )
  return rows.length > 0
}
