import type { Reader } from '../../database/database.ts'
import '../objects/tables.ts'
import '../revisions/tables.ts'

const CHUNK = 1000

/** Deletes a bucket with everything in it, for good. */
export async function eraseBucket(db: Reader, bucketId: string): Promise<void> {
  await inChunks(() =>
    db
      .deleteFrom('objects')
      .where('bucket_id', '=', bucketId)
      .where('id', 'in', (eb) =>
        eb.selectFrom('objects').select('id').where('bucket_id', '=', bucketId).limit(CHUNK),
      )
      .executeTakeFirst(),
  )
  await inChunks(() =>
    db
      .deleteFrom('revisions')
      .where('bucket_id', '=', bucketId)
      .where((eb) =>
        eb(
          eb.refTuple('object_id', 'rev'),
          'in',
          eb
            .selectFrom('revisions')
            .select(['object_id', 'rev'])
            .where('bucket_id', '=', bucketId)
            .limit(CHUNK)
            .$asTuple('object_id', 'rev'),
        ),
      )
      .executeTakeFirst(),
  )
  // The rest goes with it, by foreign keys.
  await db.deleteFrom('buckets').where('id', '=', bucketId).execute()
}

/** Lets readers in between chunks: one statement over 100,000 rows would hold up every request. */
async function inChunks(remove: () => Promise<{ numDeletedRows: bigint }>): Promise<void> {
  while (Number((await remove()).numDeletedRows) === CHUNK) await new Promise(setImmediate)
}
