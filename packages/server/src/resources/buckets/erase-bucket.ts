import type { Reader } from '../../database/database.ts'
import '../objects/tables.ts'
import '../revisions/tables.ts'

const CHUNK = 1000

/** Deletes a bucket with everything in it, for good. */
export async function eraseBucket(db: Reader, bucketId: string): Promise<void> {
  for (const table of ['objects', 'revisions'] as const) {
    let deleted: number
    do {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('bucket_id', '=', bucketId)
        .where('seq', 'in', (eb) =>
          eb.selectFrom(table).select('seq').where('bucket_id', '=', bucketId).limit(CHUNK),
        )
        .executeTakeFirst()
      deleted = Number(numDeletedRows)
      // One statement over 100,000 rows would hold up every request.
      await new Promise(setImmediate)
    } while (deleted === CHUNK)
  }
  // The rest goes with it, by foreign keys.
  await db.deleteFrom('buckets').where('id', '=', bucketId).execute()
}
