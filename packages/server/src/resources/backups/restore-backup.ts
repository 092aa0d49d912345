import { BACKUP_EXPORT_JOB } from '@typecase/contract/import-export'

import type { App } from '../../app.ts'
import { notFound } from '../../http/failure.ts'
import type { JobContext } from '../../jobs/runner.ts'
import { storeKey } from '../../storage/stored-files.ts'
import { exportFile } from '../import-export/exporting/export-files.ts'
import { storeReport, writeArchive } from '../import-export/exporting/export-job.ts'
import type { ExportEnd } from '../import-export/exporting/export-task.ts'
import { APPLIED_CURSOR } from '../import-export/applying/apply-import.ts'
import { copyFile, removeFile } from '../import-export/import-files.ts'
import { importFile } from '../import-export/import-job.ts'
import { type BackupKey, findBackup, mediaOfBackup, type StoredBackup } from './store.ts'
import '../media/tables.ts'

/** The kinds of jobs that restore a backup. Only the first one changes the bucket. */
export const RESTORE = 'restore-backup'
export const RESTORE_DRY_RUN = 'restore-backup-dry-run'

/** The payload of a job that uses a backup. */
export interface BackupPayload {
  backup_id: string
}

/** Formats a time: `26 November 2026, 03:00 UTC`. */
export function formatUtcMinute(at: number): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  return `${day}, ${new Date(at).toISOString().slice(11, 16)} UTC`
}

export function registerRestoreJobs({ jobs, settings }: App): void {
  jobs.register(BACKUP_EXPORT_JOB, runBackupExport)
  for (const kind of [RESTORE, RESTORE_DRY_RUN]) {
    jobs.register(kind, runRestore, async (_app, { id }) =>
      removeFile(copyFile(settings.DATA_DIR, id)),
    )
  }
}

/**
 * Restores a backup: packs it like an export, and imports it in mode `replace`. Media that the bucket still has, in the
 * trash or not, need no files.
 */
async function runRestore(context: JobContext): Promise<void> {
  const { app, job, cursor } = context
  if (cursor === APPLIED_CURSOR) return
  const backup = await backupOf(context)
  const file = copyFile(app.settings.DATA_DIR, job.id)
  await pack(context, backup, file, await namesOfMedia(app, backup))
  const name = `the backup of ${formatUtcMinute(backup.at)}`
  await importFile(
    context,
    {
      upload: '',
      name,
      title: `Restore ${name}`,
      mode: job.kind === RESTORE ? 'replace' : 'dry_run',
      dryRunMode: 'replace',
      mapping: null,
      skipInvalid: false,
      publishes: true,
      fetchesMedia: false,
    },
    file,
  )
}

/** Packs a backup into the zip file of an export, at the path where downloads of exports look for it. */
async function runBackupExport(context: JobContext): Promise<void> {
  const { app, job } = context
  const backup = await backupOf(context)
  const end = await pack(context, backup, exportFile(app.settings.DATA_DIR, job.id))
  await storeReport(context, end, new Date(backup.at).toISOString().slice(0, 10))
}

/** Finds the backup of a job. @throws Failure `not_found` if it has been deleted since */
async function backupOf({ app, access, payload }: JobContext): Promise<StoredBackup> {
  // Only the handlers create this payload, so the cast is safe.
  const { backup_id } = payload as BackupPayload
  const backup = await findBackup(app.db.read, access, backup_id)
  if (backup?.state !== 'done') throw notFound('Backup')
  return backup
}

async function pack(
  context: JobContext,
  backup: StoredBackup,
  file: string,
  excluded?: ReadonlySet<string>,
): Promise<ExportEnd> {
  const { app, access } = context
  const { bucket_id, file_id, object_types: types, objects, media } = backup
  if (file_id === null) throw new Error('A backup that is done has no file.')
  const files = (await mediaOfBackup(app.db.read, backup))
    .filter(({ name }) => excluded?.has(name) !== true)
    .map(({ name, file_id: fileId }) => ({ name, fileId }))
  const counts = { types, objects, media }
  const stored = { key: storeKey(bucket_id, file_id), files, counts }
  return writeArchive(context, access, { types: null, hasMedia: true }, file, stored)
}

/** Returns the names of a backup's media that the bucket still has, including those in its trash. */
async function namesOfMedia({ db }: App, { bucket_id, id }: BackupKey) {
  const rows = await db.read
    .selectFrom('backup_media')
    .innerJoin('media', (join) =>
      join
        .onRef('media.bucket_id', '=', 'backup_media.bucket_id')
        .onRef('media.name', '=', 'backup_media.name')
        .onRef('media.file_id', '=', 'backup_media.file_id'),
    )
    .select('backup_media.name')
    .where('backup_media.bucket_id', '=', bucket_id)
    .where('backup_id', '=', id)
    .execute()
  return new Set(rows.map(({ name }) => name))
}
