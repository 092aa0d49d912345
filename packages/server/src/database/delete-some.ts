import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'

import type { Reader } from './database.ts'
import type { Tables } from './tables.ts'

/** Rows that are deleted at once: other writers wait for it. */
export const SOME = 200

/**
 * Deletes some of the rows that meet a condition.
 * @param key columns that identify a row
 * @returns their number, at most `SOME`
 */
export async function deleteSome<Table extends keyof Tables>(
  db: Reader,
  table: Table,
  key: readonly (keyof Tables[Table] & string)[],
  which: (eb: ExpressionBuilder<Tables, Table>) => Expression<SqlBool>,
): Promise<number> {
  // Kysely only types literal names: these represent the given ones.
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
    // Again: another writer may have changed a row since it was selected.
    .where(which as never)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
