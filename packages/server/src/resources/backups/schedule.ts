import {
  type BackupSchedule,
  type BackupScheduleData,
  DEFAULT_SCHEDULE,
} from '@typecase/contract/backups'

import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import './tables.ts'

export const HOUR = 3600 * 1000
const DAY = 24 * HOUR

/** Returns the number of days since the epoch, which began on a Thursday. */
const dayOf = (at: number): number => Math.floor(at / DAY)
/** Returns the number of weeks since the epoch. Weeks begin on Mondays. */
const weekOf = (at: number): number => Math.floor((dayOf(at) + 3) / 7)
const weekdayOf = (at: number): number => ((dayOf(at) + 3) % 7) + 1

/** Returns the first scheduled time after another time, UNIX ms. */
export function nextTime(
  { every, weekday, hour }: Pick<BackupScheduleData, 'every' | 'weekday' | 'hour'>,
  after: number,
): number {
  const today = dayOf(after) * DAY + hour * HOUR
  const next = today > after ? today : today + DAY
  return every === 'day' ? next : next + ((weekday - weekdayOf(next) + 7) % 7) * DAY
}

/**
 * Returns the ids of the backups to delete. The last backup of each of the latest days and weeks is kept (for a weekly
 * schedule, only of weeks), and always the newest one.
 * @param backups newest first
 */
export function expiredBackups(
  backups: readonly { readonly id: string; readonly at: number }[],
  {
    every,
    keep_daily,
    keep_weekly,
  }: Pick<BackupScheduleData, 'every' | 'keep_daily' | 'keep_weekly'>,
): string[] {
  const retainedIds = new Set<string>()
  const rules = [
    { count: every === 'day' ? keep_daily : 1, periodOf: dayOf },
    { count: keep_weekly, periodOf: weekOf },
  ]
  for (const { count, periodOf } of rules) {
    const periods = new Set<number>()
    for (const { id, at } of backups) {
      if (periods.has(periodOf(at))) continue
      if (periods.size >= count) break
      periods.add(periodOf(at))
      retainedIds.add(id)
    }
  }
  return backups.map(({ id }) => id).filter((id) => !retainedIds.has(id))
}

export interface StoredSchedule extends BackupScheduleData {
  /** UNIX ms; null while the schedule is off. */
  readonly next_at: number | null
  /** The user to notify when a backup fails. */
  readonly modified_by: string | null
  readonly rev: number
}

const NONE: StoredSchedule = { ...DEFAULT_SCHEDULE, next_at: null, modified_by: null, rev: 0 }

/** Reads the schedule of a bucket. If none is set, it is the default schedule, switched off. */
export async function readSchedule(
  db: Reader,
  { bucketId }: Pick<BucketAccess, 'bucketId'>,
): Promise<StoredSchedule> {
  const row = await db
    .selectFrom('backup_schedules')
    .select(['is_on', 'every', 'weekday', 'hour', 'keep_daily', 'keep_weekly'])
    .select(['next_at', 'modified_by', 'rev'])
    .where('bucket_id', '=', bucketId)
    .executeTakeFirst()
  return row ? { ...row, is_on: row.is_on === 1 } : NONE
}

/** Stores a changed schedule and raises its `rev`. */
export async function saveSchedule(
  db: Reader,
  { bucketId, userId }: BucketAccess,
  { is_on, rev, ...schedule }: StoredSchedule,
): Promise<void> {
  const row = { ...schedule, is_on: Number(is_on), modified_by: userId, rev: rev + 1 }
  await db
    .insertInto('backup_schedules')
    .values({ bucket_id: bucketId, ...row })
    .onConflict((conflict) => conflict.column('bucket_id').doUpdateSet(row))
    .execute()
}

export async function setNextTime(db: Reader, bucketId: string, next_at: number): Promise<void> {
  await db
    .updateTable('backup_schedules')
    .set({ next_at })
    .where('bucket_id', '=', bucketId)
    .where('is_on', '=', 1)
    .execute()
}

export const toSchedule = ({
  modified_by: _,
  next_at,
  ...schedule
}: StoredSchedule): BackupSchedule => ({
  ...schedule,
  next_at: next_at === null ? null : new Date(next_at).toISOString(),
})
