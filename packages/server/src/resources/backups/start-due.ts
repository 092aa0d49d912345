import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { openBucketForJob } from '../buckets/bucket-access.ts'
import { versionOf } from '../import-export/planning/plan-import.ts'
import { isAddOnHeld } from '../projects/add-ons.ts'
import { enqueueBackup, lastOne, settleBackup } from './make-backup.ts'
import { nextTime, readSchedule, setNextTime } from './schedule.ts'
import { changeBackup, listBackups } from './store.ts'

/**
 * Enqueues the backups that are due. The same write checks the time again and sets the next one, so that each backup
 * runs once despite several processes, and only once for all times missed while the server was stopped.
 * @returns the number of backups
 */
export async function startDueBackups(app: App): Promise<number> {
  const { db, clock } = app
  await settleUnfinished(app)
  const due = await db.read
    .selectFrom('backup_schedules')
    .innerJoin('buckets', 'buckets.id', 'bucket_id')
    .select(['bucket_id', 'slug'])
    .where('next_at', '<=', clock.now())
    .execute()
  let count = 0
  for (const { bucket_id: bucketId, slug } of due) {
    // The backup starts after the long write, so that backups of other buckets need not wait.
    if (db.isHeld({ bucketId })) continue
    const isHeld = await isAddOnHeld(app, { bucketId }, 'automatic_backups')
    const start = async (write: Write) => {
      const access = openBucketForJob(bucketId, slug, null)
      const schedule = await readSchedule(write.db, access)
      const now = clock.now()
      if (schedule.next_at === null || schedule.next_at > now) return
      await setNextTime(write.db, bucketId, nextTime(schedule, now))
      if (!isHeld) return
      const backups = await listBackups(write.db, access)
      if (backups.some(({ state }) => state === 'running')) return
      const last = await lastOne(write.db, access)
      if (last?.version === (await versionOf(write.db, bucketId))) {
        await changeBackup(write.db, last, { unchanged_at: now })
        return
      }
      const [newest] = backups
      const failed = newest?.state === 'failed' && newest.reason === 'schedule'
      await enqueueBackup(app, write, access, 'schedule', failed ? newest.id : undefined)
      count += 1
    }
    await db.write(start, { bucketId })
  }
  return count
}

/** Completes backups whose job ended in a process that crashed before the follow-up. */
async function settleUnfinished(app: App): Promise<void> {
  const unfinished = await app.db.read
    .selectFrom('backups')
    .leftJoin('jobs', 'jobs.id', 'backups.job_id')
    .select('backups.job_id')
    .where('backups.state', '=', 'running')
    .where((eb) =>
      eb.or([eb('jobs.id', 'is', null), eb('jobs.status', 'not in', ['queued', 'running'])]),
    )
    .execute()
  for (const { job_id } of unfinished) if (job_id !== null) await settleBackup(app, job_id)
}
