import { sql } from 'kysely'

import type { Reader } from '../../database/database.ts'

const CHUNK = 1000

/** Deletes a bucket with everything in it, for good. */
export async function eraseBucket(db: Reader, bucketId: string): Promise<void> {
  await inChunks(async () => {
    const { numAffectedRows } = await sql`DELETE FROM objects WHERE seq IN (
      SELECT seq FROM objects WHERE bucket_id = ${bucketId} LIMIT ${CHUNK})`.execute(db)
    return numAffectedRows
  })
  await inChunks(async () => {
    const { numAffectedRows } = await sql`DELETE FROM revisions WHERE seq IN (
      SELECT seq FROM revisions WHERE bucket_id = ${bucketId} LIMIT ${CHUNK})`.execute(db)
    return numAffectedRows
  })
  // The rest goes with it, by foreign keys.
  await db.deleteFrom('buckets').where('id', '=', bucketId).execute()
}

/** Lets readers in between chunks: one statement over 100,000 rows would hold up every request. */
async function inChunks(remove: () => Promise<bigint | undefined>): Promise<void> {
  while (Number((await remove()) ?? 0) === CHUNK) await new Promise(setImmediate)
}
