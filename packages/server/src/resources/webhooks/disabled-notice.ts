import type { App } from '../../app.ts'
import { webhookDisabledMail } from '../../mail/webhook-mails.ts'
import { findUser } from '../users/store.ts'
import { toMailReader } from '../users/user-view.ts'
import type { StoredWebhook } from './store.ts'

interface DisabledWebhook {
  /** Slug of the bucket. */
  slug: string
  webhook: StoredWebhook
  reason: string
}

/** E-mails the author of a webhook that it was disabled. */
export function tellOfDisabled(
  { db, mailer, settings }: App,
  { slug, webhook: { id, title, created_by }, reason }: DisabledWebhook,
): void {
  if (created_by === null) return
  mailer.sendLater(async () => {
    const user = await findUser(db.read, created_by)
    if (user?.status !== 'active') return undefined
    const url = `${settings.PUBLIC_URL}/${slug}/webhooks/${id}`
    return webhookDisabledMail(toMailReader(user), { title, bucket: slug, reason, url })
  })
}
