import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'

import type { Reader } from './database.ts'
import type { Tables } from './tables.ts'

/** Maximum number of rows deleted at once, since other writers wait. */
export const SOME = 200

/**
 * Deletes some of the rows that match a condition.
 * @param key columns that identify a row
 * @returns the number of deleted rows, at most `SOME`
 */
export async function deleteSome<Table extends keyof Tables>(
  db: Reader,
  table: Table,
  key: readonly (keyof Tables[Table] & string)[],
  which: (eb: ExpressionBuilder<Tables, Table>) => Expression<SqlBool>,
): Promise<number> {
  // Kysely only types literal names, so these stand for the actual table and key.
  const name = table as 'media'
  const columns = key as unknown as ['bucket_id', 'id']
  const some = db
    .selectFrom(name)
    .select(columns)
    .where(which as never)
    .limit(SOME)
  const { numDeletedRows } = await db
    .deleteFrom(name)
    .where((eb) => eb(eb.refTuple(...columns), 'in', some.$asTuple(...columns)))
    // Check the condition again, since another writer may have changed a row in between.
    .where(which as never)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
