import type { App } from '../../app.ts'
import { backupFailedMail } from '../../mail/backup-mails.ts'
import { findUser } from '../users/store.ts'
import { toMailReader } from '../users/user-view.ts'

interface FailedBackup {
  /** Slug of the bucket. */
  slug: string
  /** The user who set the schedule. */
  userId: string | null
  failure: string
}

/** E-mails the person who set a schedule that a backup failed. */
export function tellOfFailed(
  { db, mailer, settings }: App,
  { slug, userId, failure }: FailedBackup,
): void {
  if (userId === null) return
  mailer.sendLater(async () => {
    const user = await findUser(db.read, userId)
    if (user?.status !== 'active') return undefined
    const url = `${settings.PUBLIC_URL}/${slug}/settings/backups`
    return backupFailedMail(toMailReader(user), { bucket: slug, reason: failure, url })
  })
}
