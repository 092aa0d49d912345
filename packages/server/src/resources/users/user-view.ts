import type { User } from '@typecase/contract/users'

import type { App } from '../../app.ts'
import type { MailReader } from '../../mail/account-mails.ts'
import type { UserRow } from './store.ts'

/** A user as they see themselves: nothing of it is secret. */
export function toUser({ settings }: App, row: UserRow, pendingEmail?: string): User {
  return {
    id: row.id,
    email: row.email,
    ...(pendingEmail !== undefined && { pending_email: pendingEmail }),
    first_name: row.first_name,
    last_name: row.last_name,
    avatar: row.avatar,
    avatar_url: avatarUrl(settings.PUBLIC_URL, row.avatar),
    status: row.status,
    first_login: row.first_login === 1,
    welcomed: row.first_login === 0,
    is_staff: row.is_staff === 1,
    two_factor: row.totp_secret !== null,
    theme: row.theme,
    mention_mails: row.mention_mails === 1,
    created_at: row.created_at,
    rev: row.rev,
  }
}

/** An avatar is the name of a file of ours; accounts of earlier versions may have the address of a picture elsewhere. */
export function avatarUrl(base: string, avatar: string | null): string | null {
  if (avatar === null || isWebAddress(avatar)) return avatar
  return `${base}/media/${encodeURIComponent(avatar)}`
}

export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && URL.canParse(text)

/** A user's name, or their address without a name. */
export const nameOf = ({
  first_name,
  last_name,
  email,
}: Pick<UserRow, 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email

/**
 * The greeting in an e-mail to the user: their name only once the address is confirmed, since before it may be a
 * stranger's words.
 */
export const toMailReader = (row: UserRow): MailReader => ({
  email: row.email,
  name: row.status === 'active' ? `${row.first_name} ${row.last_name}`.trim() : '',
})
