import type { Backup, BackupSchedule } from '@typecase/contract/backups'
import { mediaNoun } from '@typecase/content/words/nouns'
import type { People } from '@typecase/content/words/person'
import { formatCount } from '@typecase/ui/count'
import { formatSize } from '@typecase/ui/format'

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Formats an hour: `03:00 UTC`. */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00 UTC`

/** Describes a backup: `12 objects and 3 media (1.2 MB)`. */
export const describeContents = ({ objects, media, size, media_size }: Backup): string =>
  `${formatCount(objects, 'object')} and ${formatCount(media, mediaNoun)} (${formatSize(size + media_size)})`

export const describeReason = ({ reason, created_by }: Backup, people: People): string =>
  reason === 'schedule' ? 'By schedule' : `By ${people.within(created_by)}`

/** Describes a schedule: `The bucket is backed up every Monday at 03:00 UTC`. */
export function describeSchedule({ every, weekday, hour }: BackupSchedule): string {
  const day = every === 'day' ? 'day' : (weekdays[weekday - 1] ?? 'week')
  return `The bucket is backed up every ${day} at ${formatHour(hour)}`
}

/** Describes the retention of scheduled backups. */
export function describeRetention({ every, keep_daily, keep_weekly }: BackupSchedule): string {
  const retention = [
    ...(every === 'day' ? [formatCount(keep_daily, 'day')] : []),
    ...(keep_weekly > 0 ? [formatCount(keep_weekly, 'week')] : []),
  ]
  const scheduled =
    retention.length > 0 ? `the backups of ${retention.join(' and ')}` : 'the newest backup'
  return `Keeps ${scheduled}, and manual backups until you delete them`
}
