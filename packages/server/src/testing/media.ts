import { newId } from '@typecase/contract/ids'

import { openBucketForJob } from '../resources/buckets/bucket-access.ts'
import { bucketChanged } from '../resources/buckets/bucket-changed.ts'
import '../resources/media/tables.ts'
import type { Owner } from './people.ts'
import type { TestServer } from './test-server.ts'

/** The fields of a media that a test sets. */
export interface MediaInput {
  /** Defaults to `image/png`. */
  type?: string
  title?: string
  alt_text?: string
  folder?: string | null
  /** Address of the folder on another server that holds the file. */
  location?: string
}

/** Inserts media into a bucket, as an import does that refers to files elsewhere. @returns their ids, newest first */
export async function addMedia(
  { app }: TestServer,
  { bucket }: Owner,
  items: readonly MediaInput[],
): Promise<string[]> {
  const ids = items.map(() => newId())
  const now = app.clock.now()
  await app.db.write(async (write) => {
    const version = await bucketChanged(app, write, openBucketForJob(bucket.id, bucket.slug, null))
    for (const [
      n,
      { type = 'image/png', title = '', alt_text = '', folder = null, location = null },
    ] of items.entries()) {
      const time = new Date(now - n).toISOString()
      const id = ids[n] ?? ''
      await write.db
        .insertInto('media')
        .values({
          id,
          bucket_id: bucket.id,
          name: `${id}.png`,
          original_name: `${n}.png`,
          type,
          folder,
          location,
          title,
          alt_text,
          created_at: time,
          modified_at: time,
          version,
        })
        .execute()
    }
  }, 'serializable')
  return ids
}

/** Returns a bucket's stored media, newest first. */
export const storedMedia = ({ app }: TestServer, { bucket }: Owner) =>
  app.db.read
    .selectFrom('media')
    .selectAll()
    .where('bucket_id', '=', bucket.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
