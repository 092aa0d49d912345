import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { job } from './jobs.ts'
import { message } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** Maximum number of manual backups of a bucket. Scheduled ones follow the rule of the schedule. */
export const MAX_MANUAL_BACKUPS = 50
/** Days for which a failed scheduled backup stays in the list. */
export const FAILED_BACKUP_DAYS = 30

/** The states of a backup: it runs, and then is done or has failed. */
export const backupStates = ['running', 'done', 'failed'] as const
export type BackupState = (typeof backupStates)[number]

/** When backups are made, and which ones are kept. */
const scheduleData = () =>
  type({
    is_on: 'boolean',
    every: type("'day' | 'week'"),
    /** Day of weekly backups: 1 is Monday, 7 is Sunday. */
    weekday: '1 <= number.integer <= 7',
    /** UTC. */
    hour: '0 <= number.integer <= 23',
    /**
     * How many days (of a daily schedule) and how many weeks keep their last backup. Manual backups are always kept.
     */
    keep_daily: '1 <= number.integer <= 31',
    keep_weekly: '0 <= number.integer <= 52',
  })
export type BackupScheduleData = ReturnType<typeof scheduleData>['infer']

/** The default schedule of a bucket. */
export const DEFAULT_SCHEDULE: BackupScheduleData = {
  is_on: false,
  every: 'day',
  weekday: 1,
  hour: 3,
  keep_daily: 7,
  keep_weekly: 4,
}

/** The schedule of a bucket’s backups. */
export const backupSchedule = () =>
  scheduleData().and({
    /** Null while it is off. */
    next_at: 'string | null',
    /** 0 until the schedule is first set. */
    rev: 'number',
  })
export type BackupSchedule = ReturnType<typeof backupSchedule>['infer']

/** A backup of a bucket. */
export const backup = () =>
  type({
    id: id(),
    state: type.enumerated(...backupStates),
    reason: type("'schedule' | 'manual'"),
    /** The user who started it; null for the schedule. */
    created_by: 'string | null',
    /** Time of the bucket's state in the backup; for an unfinished one, its start. */
    at: 'string',
    /** When the schedule last found the bucket unchanged since this backup; null if it never did. */
    unchanged_at: 'string | null',
    /** Bytes of object types, objects and the records of media, without their files. */
    size: 'number',
    /** Bytes of the files of media, which the backup shares with the bucket and other backups. */
    media_size: 'number',
    object_types: 'number',
    objects: 'number',
    media: 'number',
    /** The error message of a failed backup. */
    failure: 'string | null',
    /** The job of a running backup, with its progress; null for other backups. */
    job: job().pick('id', 'status', 'done', 'total').or('null'),
  })
export type Backup = ReturnType<typeof backup>['infer']

const one = () => type({ slug: bucketSlug(), backup_id: id() })
const aliases = { id: 'backup_id' }

export const listBackups = endpoint({
  id: 'backups.list',
  method: 'GET',
  path: '/backups/list',
  auth: 'user',
  summary: 'Returns the backups of a bucket, newest first, and its schedule.',
  query: () => type({ slug: bucketSlug() }),
  response: () =>
    type({
      backups: backup().array(),
      schedule: backupSchedule(),
      /** Whether the project has the add-on, without which backups are neither made nor restored. */
      has_add_on: 'boolean',
    }),
})

export const addBackup = endpoint({
  id: 'backups.add',
  method: 'POST',
  path: '/backups/add',
  auth: 'user',
  summary: `Backs up a bucket as a job, from a single state of the database. Up to ${MAX_MANUAL_BACKUPS} manual backups are kept.`,
  body: () => type({ slug: bucketSlug() }),
  response: () => type({ backup: backup(), job: job() }),
  status: 202,
  errors: ['conflict'],
})

export const setBackupSchedule = endpoint({
  id: 'backups.setSchedule',
  method: 'PATCH',
  path: '/backups/setSchedule',
  auth: 'user',
  summary:
    'Changes when a bucket is backed up and which backups are kept; omitted fields do not change.',
  body: () =>
    type({ slug: bucketSlug(), data: scheduleData().partial(), 'rev?': 'number.integer' }),
  response: () => type({ schedule: backupSchedule() }),
  errors: ['stale'],
})

export const restoreBackup = endpoint({
  id: 'backups.restore',
  method: 'POST',
  path: '/backups/restore',
  auth: 'user',
  summary:
    'Restores a bucket to a backup, as an import job in mode `replace`, which can be undone. A dry run only reports.',
  body: () => one().and({ 'dry_run?': 'boolean' }),
  response: () => type({ job: job() }),
  aliases,
  status: 202,
  errors: ['conflict'],
})

export const downloadBackup = endpoint({
  id: 'backups.download',
  method: 'POST',
  path: '/backups/download',
  auth: 'user',
  summary:
    'Packs a backup, with the files of its media, into the zip of an export, as a job of that kind: `GET export-bucket/{job_id}` returns the download address.',
  body: one,
  response: () => type({ job: job() }),
  aliases,
  status: 202,
  errors: ['conflict'],
})

export const deleteBackup = endpoint({
  id: 'backups.delete',
  method: 'DELETE',
  path: '/backups/delete',
  auth: 'user',
  summary: 'Deletes a backup for good, with media files that are not needed elsewhere.',
  query: one,
  response: message,
  aliases,
  errors: ['conflict'],
})
