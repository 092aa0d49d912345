import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'

/**
 * Objects of each type that are not in the trash, by the type's slug: from the counts that triggers keep.
 * @param type counts only this one
 */
export async function countObjects(
  db: Reader,
  bucketId: string,
  type?: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectRows<{ type: string; total: number }>(db, {
    text: `SELECT type, sum(total) AS total FROM object_counts
      WHERE bucket_id = ? ${type === undefined ? '' : 'AND type = ?'} GROUP BY type HAVING sum(total) > 0`,
    values: type === undefined ? [bucketId] : [bucketId, type],
  })
  return new Map(rows.map((row) => [row.type, row.total]))
}
