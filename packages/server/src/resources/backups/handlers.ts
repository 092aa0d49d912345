import * as contract from '@typecase/contract/backups'
import type { AuditKind } from '@typecase/contract/audit'
import { MAX_MANUAL_BACKUPS } from '@typecase/contract/backups'
import { BACKUP_EXPORT_JOB } from '@typecase/contract/import-export'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { assertAddOn, isAddOnHeld } from '../projects/add-ons.ts'
import { clearBackups } from './clear-backups.ts'
import { enqueueBackup, registerBackupJobs } from './make-backup.ts'
import {
  type BackupPayload,
  registerRestoreJobs,
  RESTORE,
  RESTORE_DRY_RUN,
  formatUtcMinute,
} from './restore-backup.ts'
import { nextTime, readSchedule, saveSchedule, toSchedule } from './schedule.ts'
import { changeBackup, describeAll, findBackup, listBackups, type StoredBackup } from './store.ts'

export function routes(app: App): Route[] {
  const { db, clock, jobs } = app
  registerBackupJobs(app)
  registerRestoreJobs(app)

  const open = (principal: Parameters<typeof openBucket>[1], slug: string) =>
    openBucket(db, principal, slug, 'bucket:settings')

  /** Records an action in the audit log. It does not change the bucket, so the bucket's version stays. */
  async function note(
    call: Parameters<typeof actorOf>[0],
    write: Write,
    access: BucketAccess,
    kind: AuditKind,
    { backup, details }: { backup?: StoredBackup; details?: object },
  ): Promise<void> {
    const subject = backup && { id: backup.id, title: formatUtcMinute(backup.at) }
    const { bucketId } = access
    const act = { kind, bucketId, ...(subject && { subject }), ...(details && { details }) }
    await audit(write, app, actorOf(call), act)
  }

  return [
    handle(contract.listBackups, async ({ principal, query }) => {
      const access = await open(principal, query.slug)
      return {
        backups: await describeAll(db.read, await listBackups(db.read, access)),
        schedule: toSchedule(await readSchedule(db.read, access)),
        has_add_on: await isAddOnHeld(app, access, 'automatic_backups'),
      }
    }),

    handle(contract.addBackup, async (call) => {
      const access = await open(call.principal, call.body.slug)
      await assertAddOn(app, access, 'automatic_backups')
      return call.commit(async (write) => {
        const there = await listBackups(write.db, access)
        if (there.some(({ state }) => state === 'running'))
          throw conflict('This bucket is already being backed up.')
        const manual = there.filter(({ reason }) => reason === 'manual')
        if (manual.length >= MAX_MANUAL_BACKUPS) {
          throw conflict(
            `This bucket has ${MAX_MANUAL_BACKUPS} manual backups already. Delete some first.`,
          )
        }
        const { id, job } = await enqueueBackup(app, write, access, 'manual')
        const backup = await existing(write.db, access, id)
        await note(call, write, access, 'bucket.add_backup', { backup })
        const [described] = await describeAll(write.db, [backup])
        if (!described) throw new Error('A backup that was added is not there.')
        return { backup: described, job }
      }, access)
    }),

    handle(contract.setBackupSchedule, async (call) => {
      const { slug, data, rev } = call.body
      const access = await open(call.principal, slug)
      if (data.is_on === true) await assertAddOn(app, access, 'automatic_backups')
      return call.commit(async (write) => {
        const before = await readSchedule(write.db, access)
        const expected = call.ifMatch ?? rev
        if (expected !== undefined && expected !== before.rev) throw stale(toSchedule(before))
        const after = { ...before, ...data }
        const next_at = after.is_on ? nextTime(after, clock.now()) : null
        await saveSchedule(write.db, access, { ...after, next_at })
        await note(call, write, access, 'bucket.set_backup_schedule', { details: data })
        return { schedule: toSchedule(await readSchedule(write.db, access)) }
      }, access)
    }),

    handle(contract.restoreBackup, async (call) => {
      const { slug, backup_id, dry_run: isDry = false } = call.body
      const access = await open(call.principal, slug)
      await assertAddOn(app, access, 'automatic_backups')
      return call.commit(async (write) => {
        const backup = await finishedBackup(write.db, access, backup_id)
        if (!isDry) await note(call, write, access, 'bucket.restore_backup', { backup })
        const payload: BackupPayload = { backup_id }
        const of = `the backup of ${formatUtcMinute(backup.at)}`
        const job = await jobs.enqueue(write, access, {
          kind: isDry ? RESTORE_DRY_RUN : RESTORE,
          title: `${isDry ? 'Check' : 'Restore'} ${of}`,
          payload,
          total: 0,
        })
        return { job }
      }, access)
    }),

    handle(contract.downloadBackup, async (call) => {
      const { slug, backup_id } = call.body
      const access = await open(call.principal, slug)
      return call.commit(async (write) => {
        const backup = await finishedBackup(write.db, access, backup_id)
        await note(call, write, access, 'bucket.download_backup', { backup })
        const payload: BackupPayload = { backup_id }
        const title = `Pack the backup of ${formatUtcMinute(backup.at)}`
        const job = await jobs.enqueue(write, access, {
          kind: BACKUP_EXPORT_JOB,
          title,
          payload,
          total: 0,
        })
        return { job }
      }, access)
    }),

    handle(contract.deleteBackup, async (call) => {
      const { slug, backup_id } = call.query
      const access = await open(call.principal, slug)
      const { at } = await db.write(async (write) => {
        const backup = await existing(write.db, access, backup_id)
        if (backup.state === 'running')
          throw conflict('This backup is still running. Cancel its job first.')
        await changeBackup(write.db, backup, { state: 'deleting' })
        await note(call, write, access, 'bucket.delete_backup', { backup })
        return backup
      }, access)
      await clearBackups(app)
      return { message: `The backup of ${formatUtcMinute(at)} was deleted.` }
    }),
  ]
}

/** Finds a backup of the bucket. @throws Failure `not_found` if it belongs to another bucket or was deleted */
async function existing(db: Reader, access: BucketAccess, id: string): Promise<StoredBackup> {
  const backup = await findBackup(db, access, id)
  if (!backup) throw notFound('Backup')
  return backup
}

/** Finds a finished backup. @throws Failure `conflict` if it is still running or failed, otherwise as `existing` */
async function finishedBackup(db: Reader, access: BucketAccess, id: string): Promise<StoredBackup> {
  const backup = await existing(db, access, id)
  if (backup.state === 'running') throw conflict('This backup is not done yet.')
  if (backup.state === 'failed') throw conflict('This backup failed and is empty.')
  return backup
}
