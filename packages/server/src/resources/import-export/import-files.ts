import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { App } from '../../app.ts'
import { IMPORT_KINDS } from './import-task.ts'

const UPLOAD = /^import-([0-9a-f]{24})\.upload$/
const OURS = /^(import-.*\.(upload|staging)|export-.*\.part)$/

/** Age in ms after which a file is no longer being written: uploads over a slow line pause for less. */
const QUIET_MS = 60 * 60_000

/** Returns the folder of files that live as long as a request or a job, and creates it if necessary. */
export function temporaryFolder(dataDir: string): string {
  const folder = join(dataDir, 'tmp')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Path of an uploaded file. @param upload its id */
export const uploadFile = (dataDir: string, upload: string): string =>
  join(temporaryFolder(dataDir), `import-${upload}.upload`)

/** Path of the staged rows of a job's import. */
export const stagingFile = (dataDir: string, jobId: string): string =>
  join(temporaryFolder(dataDir), `import-${jobId}.staging`)

/** Folder of the unpacked files that a job's import reads. */
export const unpackFolder = (dataDir: string, jobId: string): string =>
  join(temporaryFolder(dataDir), `import-${jobId}.unpacked.staging`)

/** Path of a media file while a job's import stores it. */
export const mediaFile = (dataDir: string, jobId: string): string =>
  join(temporaryFolder(dataDir), `import-${jobId}.media.staging`)

/** Path of the zip that a job copies a bucket with. */
export const copyFile = (dataDir: string, jobId: string): string =>
  join(temporaryFolder(dataDir), `export-${jobId}.copy.part`)

/** Path of the text that a job adds to a backup. */
export const backupFile = (dataDir: string, jobId: string): string =>
  join(temporaryFolder(dataDir), `export-${jobId}.backup.part`)

export const removeFile = (path: string): void => rmSync(path, { force: true, recursive: true })

/**
 * Deletes what a crashed server left behind: staged rows, exports, and uploads without a waiting job. Lists the folder
 * synchronously, so it never affects files created after the call.
 */
export async function sweepImports({ db, settings }: App): Promise<void> {
  const folder = temporaryFolder(settings.DATA_DIR)
  // Servers of one PostgreSQL database share the folder, and others may be writing to it.
  const before = settings.DATABASE_URL === undefined ? Infinity : Date.now() - QUIET_MS
  const isOrphan = (name: string) =>
    OURS.test(name) &&
    (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < before
  const files = readdirSync(folder).filter(isOrphan)
  if (files.length === 0) return
  const jobs = await db.read
    .selectFrom('jobs')
    .select('payload')
    .where('kind', 'in', IMPORT_KINDS)
    .where('status', 'in', ['queued', 'running'])
    .execute()
  const needed = new Set(
    jobs.map(({ payload }) => (JSON.parse(payload) as { upload?: unknown }).upload),
  )
  for (const name of files) {
    if (!needed.has(UPLOAD.exec(name)?.[1])) removeFile(join(folder, name))
  }
}
