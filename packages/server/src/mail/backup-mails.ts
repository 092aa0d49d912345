import type { MailReader } from './account-mails.ts'
import { composeMail, type Mail } from './mail-layout.ts'

interface FailedBackup {
  /** Slug of its bucket. */
  readonly bucket: string
  readonly reason: string
  /** Link to its backups. */
  readonly url: string
}

/** Reports that a scheduled backup failed. */
export const backupFailedMail = (
  { email, name }: MailReader,
  { bucket, reason, url }: FailedBackup,
): Mail =>
  composeMail({
    to: email,
    name,
    subject: `The backup of ${bucket} failed`,
    lines: [
      `The bucket ${bucket} could not be backed up as scheduled. ${reason}`,
      'The server tries again every hour until it succeeds. Earlier backups are still there.',
    ],
    action: { label: 'See the backups', url },
  })
