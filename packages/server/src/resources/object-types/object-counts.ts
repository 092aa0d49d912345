import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'

/**
 * Objects of each type that are not in the trash, by the type's slug: from the counts that triggers keep.
 * @param type counts only this one
 * @param of objects by their newest versions, or those alone that the public sees
 */
export async function countObjects(
  db: Reader,
  bucketId: string,
  type?: string,
  of: 'newest' | 'published' = 'newest',
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectRows<{ type: string; total: number }>(db, {
    text: `SELECT type, sum(total) AS total FROM ${of === 'newest' ? 'object_counts' : 'published_counts'}
      WHERE bucket_id = ? ${type === undefined ? '' : 'AND type = ?'} GROUP BY type HAVING sum(total) > 0`,
    values: type === undefined ? [bucketId] : [bucketId, type],
  })
  return new Map(rows.map((row) => [row.type, row.total]))
}
