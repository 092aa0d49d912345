import type { MailReader } from './account-mails.ts'
import { composeMail, type Mail, quotedName } from './mail-layout.ts'

interface DisabledWebhook {
  readonly title: string
  /** Slug of its bucket. */
  readonly bucket: string
  readonly reason: string
  /** Link to its deliveries. */
  readonly url: string
}

/** Reports that a webhook was disabled because its endpoint accepts no deliveries. */
export const webhookDisabledMail = (
  { email, name }: MailReader,
  { title, bucket, reason, url }: DisabledWebhook,
): Mail =>
  composeMail({
    to: email,
    name,
    subject: `The webhook ${quotedName(title)} was disabled`,
    lines: [
      `The webhook “${quotedName(title)}” in the bucket ${bucket} no longer sends deliveries. ${reason}`,
      'Its log is kept. Once the endpoint works again, enable the webhook and redeliver the deliveries that were dropped.',
    ],
    action: { label: 'See the deliveries', url },
  })
