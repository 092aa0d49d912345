import { sql } from 'kysely'

import type { Reader } from '../../database/database.ts'

/**
 * Objects of each type that are not in the trash, by the type's slug.
 * @param type counts only this one
 */
export async function countObjects(
  db: Reader,
  bucketId: string,
  type?: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ type: string; total: number }>`
    SELECT type, count(*) AS total FROM objects
    WHERE bucket_id = ${bucketId} AND deleted_at IS NULL ${type === undefined ? sql`` : sql`AND type = ${type}`}
    GROUP BY type`.execute(db)
  return new Map(rows.map((row) => [row.type, row.total]))
}
