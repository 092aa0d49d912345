import { FAILED_BACKUP_DAYS } from '@typecase/contract/backups'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { SOME } from '../../database/delete-some.ts'
import { releaseFiles } from '../../storage/stored-files.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { HOUR, expiredBackups, readSchedule } from './schedule.ts'
import { type BackupKey, changeBackup, listBackups, type StoredBackup } from './store.ts'

const FAILED_KEPT_MS = FAILED_BACKUP_DAYS * 24 * HOUR

/** Deletes the backups that the schedule does not keep, within the write that completes a new one. */
export async function pruneBackups(
  { clock }: Pick<App, 'clock'>,
  db: Reader,
  access: BucketAccess,
): Promise<void> {
  const scheduled = (await listBackups(db, access)).filter(({ reason }) => reason === 'schedule')
  const done = scheduled.filter(({ state }) => state === 'done')
  const failedLongAgo = scheduled.filter(
    ({ state, at }) => state === 'failed' && at <= clock.now() - FAILED_KEPT_MS,
  )
  const expiredIds = expiredBackups(done, await readSchedule(db, access))
  for (const id of [...expiredIds, ...failedLongAgo.map((row) => row.id)])
    await changeBackup(db, { bucket_id: access.bucketId, id }, { state: 'deleting' })
}

/** Permanently deletes hidden backups in chunks. Called by the scheduler and by the calls that hide backups. */
export async function clearBackups(app: Pick<App, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = app
  const rows = await db.read
    .selectFrom('backups')
    .select(['bucket_id', 'id', 'file_id'])
    .where('state', '=', 'deleting')
    .execute()
  for (const { bucket_id, id, file_id } of rows) {
    const bucket = { bucketId: bucket_id }
    // A bucket in a long write is handled by a later run.
    if (db.isHeld(bucket)) continue
    await dropMedia(app, { bucket_id, id }, 'deleting')
    await db.write(async (write) => {
      await write.db
        .deleteFrom('backups')
        .where('bucket_id', '=', bucket_id)
        .where('id', '=', id)
        .where('state', '=', 'deleting')
        .execute()
      if (file_id !== null) await releaseFiles(write.db, bucket_id, [file_id], clock.now())
    }, bucket)
  }
}

/** Releases the media files of a backup, as long as the backup is in a state. */
export async function dropMedia(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { bucket_id, id }: BackupKey,
  state: StoredBackup['state'],
): Promise<void> {
  for (let isMore = true; isMore;) {
    isMore = await db.write(
      async (write) => {
        const rows = await write.db
          .selectFrom('backup_media')
          .innerJoin('backups', (join) =>
            join
              .onRef('backups.bucket_id', '=', 'backup_media.bucket_id')
              .onRef('backups.id', '=', 'backup_media.backup_id'),
          )
          .select(['backup_media.name', 'backup_media.file_id'])
          .where('backup_media.bucket_id', '=', bucket_id)
          .where('backup_id', '=', id)
          .where('backups.state', '=', state)
          .orderBy('name')
          .limit(SOME)
          .execute()
        const names = rows.map(({ name }) => name)
        const files = rows.map(({ file_id }) => file_id)
        if (rows.length === 0) return false
        await write.db
          .deleteFrom('backup_media')
          .where('bucket_id', '=', bucket_id)
          .where('backup_id', '=', id)
          .where('name', 'in', names)
          .execute()
        await releaseFiles(write.db, bucket_id, files, clock.now())
        return true
      },
      { bucketId: bucket_id },
    )
  }
}
