import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { EXPORT_HOURS, EXPORT_JOBS } from '@typecase/contract/import-export'

import type { App } from '../../../app.ts'
import { removeFile, temporaryFolder } from '../import-files.ts'

const EXPORT = /^export-([0-9a-f]{24})\.zip$/
const KEPT_MS = EXPORT_HOURS * 3600 * 1000

/** Path of the file that an export job writes. */
export const exportFile = (dataDir: string, jobId: string): string =>
  join(temporaryFolder(dataDir), `export-${jobId}.zip`)

/** Returns when the file of an export expires, in UNIX ms. */
export const expiryOf = (finishedAt: number): number => finishedAt + KEPT_MS

/** Deletes the files of old exports, and of exports without a job. */
export async function sweepExports({ db, settings, clock }: App): Promise<void> {
  const folder = temporaryFolder(settings.DATA_DIR)
  const ids = readdirSync(folder).flatMap((name) => EXPORT.exec(name)?.[1] ?? [])
  if (ids.length === 0) return
  const jobs = await db.read
    .selectFrom('jobs')
    .select(['id', 'status', 'finished_at'])
    .where('kind', 'in', EXPORT_JOBS)
    .where('id', 'in', ids)
    .execute()
  const isAvailable = (id: string) => {
    const job = jobs.find((one) => one.id === id)
    if (!job) return false
    if (job.finished_at === null) return true
    return job.status === 'done' && expiryOf(Date.parse(job.finished_at)) > clock.now()
  }
  for (const id of ids) if (!isAvailable(id)) removeFile(exportFile(settings.DATA_DIR, id))
}
