import type { User } from '@typecase/contract/users'

import type { App } from '../../app.ts'
import type { MailReader } from '../../mail/account-mails.ts'
import type { UserRow } from './store.ts'

/** Returns a user as they see themselves, without secrets. */
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

/**
 * Returns the URL of an avatar, which is the name of a media file; accounts of earlier versions may have an external
 * URL.
 */
export function avatarUrl(base: string, avatar: string | null): string | null {
  if (avatar === null || isWebAddress(avatar)) return avatar
  return `${base}/media/${encodeURIComponent(avatar)}`
}

export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && URL.canParse(text)

/** Returns a user's name, or their address if they have no name. */
export const nameOf = ({
  first_name,
  last_name,
  email,
}: Pick<UserRow, 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email

/**
 * Returns the recipient of an e-mail. It includes the name only once the address is confirmed; before that, a stranger
 * may have chosen the name.
 */
export const toMailReader = (row: UserRow): MailReader => ({
  email: row.email,
  name: row.status === 'active' ? `${row.first_name} ${row.last_name}`.trim() : '',
})
