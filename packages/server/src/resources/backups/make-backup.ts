import type { Job } from '@typecase/contract/jobs'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { SOME } from '../../database/delete-some.ts'
import type { Write } from '../../database/write-queue.ts'
import { Failure } from '../../http/failure.ts'
import { JobCancelled } from '../../jobs/job-run.ts'
import { runInThread } from '../../jobs/job-thread.ts'
import type { JobContext } from '../../jobs/runner.ts'
import { uploadFile, commitFile } from '../../storage/stored-files.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { HeldFile } from '../import-export/exporting/export-task.ts'
import { exportSettings } from '../import-export/exporting/export-job.ts'
import { backupFile, removeFile } from '../import-export/import-files.ts'
import { measure } from '../media-upload/prepare-file.ts'
import type { BackupTask, BackupText } from './backup-thread.ts'
import { clearBackups, dropMedia, pruneBackups } from './clear-backups.ts'
import { tellOfFailed } from './failed-notice.ts'
import { HOUR, readSchedule, setNextTime } from './schedule.ts'
import { type BackupKey, changeBackup, findBackup, insertBackup, listBackups } from './store.ts'

const KIND = 'backup'

interface Payload {
  backup_id: string
}

export function registerBackupJobs(app: App): void {
  app.jobs.register(KIND, runBackup, (_app, { id }) => settleBackup(app, id))
}

/** Enqueues a backup within a write. @param failed id of a failed scheduled backup to retry */
export async function enqueueBackup(
  app: App,
  write: Write,
  access: BucketAccess,
  reason: 'schedule' | 'manual',
  failed?: string,
): Promise<{ id: string; job: Job }> {
  const id = failed ?? (await insertBackup(app.clock, write.db, access, reason))
  const payload: Payload = { backup_id: id }
  const job = await app.jobs.enqueue(write, access, {
    kind: KIND,
    title: `Back up ${access.slug}`,
    payload,
    total: 0,
  })
  await write.db
    .updateTable('backups')
    .set((eb) => ({
      state: 'running',
      job_id: job.id,
      at: app.clock.now(),
      attempts: eb('attempts', '+', 1),
      failure: null,
    }))
    .where('bucket_id', '=', access.bucketId)
    .where('id', '=', id)
    .execute()
  return { id, job }
}

/** Runs a backup. An interrupted backup starts over, since the bucket may have changed. */
async function runBackup(context: JobContext): Promise<void> {
  const { app, access, job, payload } = context
  const { bucketId } = access
  // Only `enqueueBackup` creates this payload, so the cast is safe.
  const { backup_id: id } = payload as Payload
  const key: BackupKey = { bucket_id: bucketId, id }
  const backup = await findBackup(app.db.read, access, id)
  // An earlier run completed the backup, but the server crashed before it stored the job's status.
  if (backup?.job_id !== job.id || backup.state === 'done') return
  await dropMedia(app, key, 'running')

  const file = backupFile(app.settings.DATA_DIR, job.id)
  try {
    const at = app.clock.now()
    const text = await writeText(context, file)
    await holdMedia(app, key, text.files)
    const measured = await measure(file)
    const upload = await uploadFile(app, bucketId, measured)
    // It may have been cancelled during the upload, perhaps on another server, which `advance` notices. A server that
    // only stops completes the backup.
    await app.db.write((write) => context.advance(write, {}), 'read committed')
    if (context.signal.reason instanceof JobCancelled) throw context.signal.reason
    await app.db.write(async (write) => {
      const now = app.clock.now()
      const fileId = await commitFile(write.db, bucketId, measured.sha256, upload, now)
      if (fileId === undefined) throw changedMeanwhile()
      const { types: object_types, objects, media } = text.counts
      const total = Math.max(1, objects)
      await context.advance(write, { total, done: total })
      const same = await lastOne(write.db, access)
      // Backups do not contain what changed, a comment for example.
      if (backup.reason === 'schedule' && same?.file_id === fileId) {
        await changeBackup(write.db, key, { state: 'deleting' })
        const sameAs = { bucket_id: bucketId, id: same.id }
        await changeBackup(write.db, sameAs, { unchanged_at: at, version: text.version })
        return
      }
      await changeBackup(write.db, key, {
        state: 'done',
        at,
        version: text.version,
        file_id: fileId,
        size: measured.size,
        media_size: await bytesOfMedia(write.db, key),
        object_types,
        objects,
        media,
      })
      await pruneBackups(app, write.db, access)
    }, access)
  } finally {
    removeFile(file)
  }
  await clearBackups(app)
}

/** Finds the last completed backup of a bucket. */
export const lastOne = async (db: Reader, access: Pick<BucketAccess, 'bucketId'>) =>
  (await listBackups(db, access)).find(({ state }) => state === 'done')

async function writeText(context: JobContext, file: string): Promise<BackupText> {
  const { bucketId, slug } = context.access
  const task: BackupTask = { settings: exportSettings(context), bucketId, slug, file }
  const end = await runInThread(context, {
    module: new URL('./backup-thread.ts', import.meta.url),
    task,
    tooLarge: 'The backup needs more memory than one may take.',
  })
  // The thread's module returns this type, so the cast is safe.
  return end as BackupText
}

/**
 * Protects the media files from the sweep as long as the backup exists.
 * @throws Failure `unavailable` if one has been deleted since the text was read, so that the job is retried
 */
async function holdMedia(app: App, key: BackupKey, files: readonly HeldFile[]): Promise<void> {
  const { bucket_id, id: backup_id } = key
  for (let at = 0; at < files.length; at += SOME) {
    const some = files.slice(at, at + SOME)
    const ids = [...new Set(some.map(({ fileId }) => fileId))]
    await app.db.write(
      async ({ db }) => {
        const stored = await db
          .selectFrom('files')
          .select('id')
          .where('owner_id', '=', bucket_id)
          .where('id', 'in', ids)
          .where('state', '=', 'stored')
          .execute()
        if (stored.length < ids.length) throw changedMeanwhile()
        await db
          .insertInto('backup_media')
          .values(
            some.map(({ name, fileId: file_id }) => ({ bucket_id, backup_id, name, file_id })),
          )
          .execute()
      },
      { bucketId: bucket_id },
    )
  }
}

const changedMeanwhile = () =>
  new Failure('unavailable', 'Media were deleted for good while the backup was made.')

async function bytesOfMedia(db: Reader, { bucket_id, id }: BackupKey): Promise<number> {
  const { bytes } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.sum<number | string | null>('size').as('bytes'))
    .where('owner_id', '=', bucket_id)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('backup_media')
        .select('file_id')
        .where('bucket_id', '=', bucket_id)
        .where('backup_id', '=', id),
    )
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Marks a backup as failed after its job failed or was cancelled, and releases its media files. */
export async function settleBackup(app: App, jobId: string): Promise<void> {
  const failed = await app.db.write(async (write) => {
    const row = await write.db
      .selectFrom('backups')
      .leftJoin('jobs', 'jobs.id', 'backups.job_id')
      .innerJoin('buckets', 'buckets.id', 'backups.bucket_id')
      .select(['backups.id', 'backups.bucket_id', 'backups.reason', 'backups.attempts'])
      .select('buckets.slug')
      .select(['jobs.status', 'jobs.errors'])
      .where('backups.job_id', '=', jobId)
      .where('backups.state', '=', 'running')
      .executeTakeFirst()
    if (!row || row.status === 'queued' || row.status === 'running') return undefined
    const isCancelled = row.status === 'cancelled'
    const errors = JSON.parse(row.errors ?? '[]') as Job['errors']
    const failure = isCancelled
      ? 'It was cancelled.'
      : (errors.at(-1)?.reason ?? 'It was not made.')
    await changeBackup(write.db, row, { state: 'failed', failure })
    if (row.reason === 'manual' || isCancelled) return row
    const schedule = await readSchedule(write.db, { bucketId: row.bucket_id })
    if (schedule.next_at === null) return row
    const nextHour = (Math.floor(app.clock.now() / HOUR) + 1) * HOUR
    await setNextTime(write.db, row.bucket_id, Math.min(schedule.next_at, nextHour))
    // The schedule retries every hour, but one e-mail is enough.
    if (row.attempts > 1) return row
    const event = { slug: row.slug, userId: schedule.modified_by, failure }
    write.afterCommit(() => tellOfFailed(app, event))
    return row
  }, 'serializable')
  if (failed) await dropMedia(app, failed, 'failed')
}
