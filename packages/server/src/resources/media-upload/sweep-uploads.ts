import { readdirSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { App } from '../../app.ts'
import { sweepFiles } from '../../storage/stored-files.ts'
import { temporaryFolder } from '../import-export/import-files.ts'
import { TEMPORARY_UPLOAD } from './temporary-files.ts'
import { deleteUpload } from './upload-chunks.ts'

/** Age in ms after which a request's file is no longer being written. */
const QUIET_MS = 60 * 60_000

/**
 * Deletes the remains of abandoned uploads: their bytes on this machine and in the store.
 * @param isStart whether this server has not answered any request yet, so all files are left over from a previous run
 */
export async function sweepUploads(app: App, isStart = false): Promise<void> {
  const { db, settings, clock } = app
  // Servers that share a PostgreSQL database also share the folder, so another server may be using it.
  const isAlone = isStart && settings.DATABASE_URL === undefined
  const startedAt = clock.now()
  const folder = temporaryFolder(settings.DATA_DIR)
  const before = isAlone ? Infinity : Date.now() - QUIET_MS
  for (const name of readdirSync(folder).filter((one) => TEMPORARY_UPLOAD.test(one))) {
    const path = join(folder, name)
    const changedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity
    if (changedAt < before) await rm(path, { force: true })
  }
  const expired = await db.read
    .selectFrom('uploads')
    .select(['id', 'bucket_id'])
    .where('expires_at', '<=', clock.now())
    .execute()
  for (const { id, bucket_id } of expired) await deleteUpload(app, bucket_id, id)
  await sweepFiles(app, isAlone ? startedAt : undefined)
  await app.images.cache.trim()
}
