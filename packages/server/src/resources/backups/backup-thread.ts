import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { openThreadDatabase } from '../../database/open-database.ts'
import type { JobThread } from '../../jobs/thread-side.ts'
import { openBucketForJob } from '../buckets/bucket-access.ts'
import type { ExportSettings, HeldFile } from '../import-export/exporting/export-task.ts'
import { createBucketText } from '../import-export/exporting/bucket-text.ts'
import { versionOf } from '../import-export/planning/plan-import.ts'

// This is the thread of one backup. It writes the compressed bucket.json of an export while the server continues to
// answer. The files of media stay in the store.

export interface BackupTask {
  settings: ExportSettings
  bucketId: string
  slug: string
  /** Path of the output file. */
  file: string
}

/** The thread's result, which comes from one state of the database. */
export interface BackupText {
  /** Version of the bucket. */
  version: number
  files: HeldFile[]
  counts: { types: number; objects: number; media: number }
}

/** Interval between two progress reports, in ms. */
const INTERVAL = 100

export async function run({
  task,
  tell,
  throwIfCancelled,
}: JobThread<BackupTask>): Promise<BackupText> {
  const { settings, bucketId, slug, file } = task
  const access = openBucketForJob(bucketId, slug, null)
  const database = await openThreadDatabase(settings)
  let [done, reported] = [0, 0]
  try {
    return await database.read(bucketId, async (db) => {
      const text = await createBucketText({
        db,
        access,
        request: { types: null, hasMedia: true },
        publicUrl: settings.PUBLIC_URL,
        step(count) {
          throwIfCancelled()
          done += count
          if (Date.now() - reported < INTERVAL) return
          reported = Date.now()
          tell({ kind: 'progress', done, total: Math.max(done, text.total) })
        },
      })
      const version = await versionOf(db, bucketId)
      const out = createWriteStream(file, { mode: 0o600 })
      // The gzip header contains no name and no time, so the same text gives the same file.
      await pipeline(Readable.from(text.parts()), createGzip(), out)
      if (!out.closed) await once(out, 'close')
      return { version, files: text.files, counts: text.counts }
    })
  } finally {
    await database.close()
  }
}
