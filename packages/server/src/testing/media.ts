import { newId } from '@typecase/contract/ids'

import { openBucketForJob } from '../resources/buckets/bucket-access.ts'
import { bucketChanged } from '../resources/buckets/bucket-changed.ts'
import { selectRows } from '../database/run-sql.ts'
import type { Owner } from './people.ts'
import type { TestServer } from './test-server.ts'

/** Of a media what a test cares about. */
export interface MediaGiven {
  title?: string
  alt_text?: string
  folder?: string | null
}

/** Puts media straight into a bucket, as an import does that refers to them. @returns their ids, the first one newest */
export async function addMedia(
  { app }: TestServer,
  { bucket }: Owner,
  given: readonly MediaGiven[],
): Promise<string[]> {
  const ids = given.map(() => newId())
  const now = app.clock.now()
  await app.db.write(async (write) => {
    await bucketChanged(app, write, openBucketForJob(bucket.id, bucket.slug, null))
    for (const [n, { title = '', alt_text = '', folder = null }] of given.entries()) {
      const time = new Date(now - n).toISOString()
      const id = ids[n] ?? ''
      await selectRows(write.db, {
        text: `INSERT INTO media (id, bucket_id, name, original_name, type, folder, title, alt_text, created_at, modified_at)
          VALUES (?, ?, ?, ?, 'image/png', ?, ?, ?, ?, ?)`,
        values: [id, bucket.id, `${id}.png`, `${n}.png`, folder, title, alt_text, time, time],
      })
    }
  })
  return ids
}

/** Of a stored media what tests look at by name; the row holds all its columns. */
interface MediaStored {
  version: number
  id: string
  title: string
  alt_text: string
  rev: number
  modified_at: string
  modified_by: string | null
}

/** A bucket's media as they are stored, newest first. */
export const storedMedia = ({ app }: TestServer, { bucket }: Owner) =>
  selectRows<MediaStored>(app.db.read, {
    text: 'SELECT * FROM media WHERE bucket_id = ? ORDER BY created_at DESC, id',
    values: [bucket.id],
  })
