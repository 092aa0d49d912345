import type { Backup } from '@typecase/contract/backups'
import { newId } from '@typecase/contract/ids'
import type { Selectable } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import '../../jobs/job-table.ts'
import './tables.ts'

export type StoredBackup = Selectable<Tables['backups']>

/** The key of a backup, by which its files are looked up. */
export type BackupKey = Pick<StoredBackup, 'bucket_id' | 'id'>

type InBucket = Pick<BucketAccess, 'bucketId'>

const notDeleted = (db: Reader, { bucketId }: InBucket) =>
  db
    .selectFrom('backups')
    .selectAll()
    .where('bucket_id', '=', bucketId)
    .where('state', '<>', 'deleting')

/** Lists the backups of a bucket, newest first. */
export const listBackups = (db: Reader, access: InBucket): Promise<StoredBackup[]> =>
  notDeleted(db, access).orderBy('at', 'desc').orderBy('id', 'desc').execute()

export const findBackup = (
  db: Reader,
  access: InBucket,
  id: string,
): Promise<StoredBackup | undefined> =>
  notDeleted(db, access).where('id', '=', id).executeTakeFirst()

/** Inserts a running backup. @returns its id */
export async function insertBackup(
  clock: Clock,
  db: Reader,
  { bucketId, userId }: BucketAccess,
  reason: StoredBackup['reason'],
): Promise<string> {
  const id = newId(clock.now())
  const row = { bucket_id: bucketId, id, state: 'running' as const, reason }
  await db
    .insertInto('backups')
    .values({ ...row, created_by: userId, at: clock.now() })
    .execute()
  return id
}

export async function changeBackup(
  db: Reader,
  { bucket_id, id }: BackupKey,
  change: Partial<Omit<StoredBackup, keyof BackupKey>>,
): Promise<void> {
  await db
    .updateTable('backups')
    .set(change)
    .where('bucket_id', '=', bucket_id)
    .where('id', '=', id)
    .execute()
}

/** Lists the media files of a backup, by name. */
export const mediaOfBackup = (
  db: Reader,
  { bucket_id, id }: BackupKey,
): Promise<{ name: string; file_id: string }[]> =>
  db
    .selectFrom('backup_media')
    .select(['name', 'file_id'])
    .where('bucket_id', '=', bucket_id)
    .where('backup_id', '=', id)
    .orderBy('name')
    .execute()

/** Converts backups to the form of the API, with the progress of their jobs. */
export async function describeAll(db: Reader, rows: readonly StoredBackup[]): Promise<Backup[]> {
  const ids = rows.flatMap(({ state, job_id }) => (state === 'running' && job_id ? [job_id] : []))
  const jobs =
    ids.length === 0
      ? []
      : await db
          .selectFrom('jobs')
          .select(['id', 'status', 'done', 'total'])
          .where('id', 'in', ids)
          .execute()
  const iso = (at: number) => new Date(at).toISOString()
  return rows.flatMap(({ state, job_id, ...row }) => {
    if (state === 'deleting') return []
    const { bucket_id: _b, version: _v, file_id: _f, attempts: _a, ...backup } = row
    const { at, unchanged_at, ...rest } = backup
    return {
      ...rest,
      state,
      at: iso(at),
      unchanged_at: unchanged_at === null ? null : iso(unchanged_at),
      job: (state === 'running' && jobs.find(({ id }) => id === job_id)) || null,
    }
  })
}
