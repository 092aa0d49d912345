import type { BodyOf, OutputOf } from '@typecase/contract/endpoint'
import type { updateUser } from '@typecase/contract/users'

import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { invalid, stale, unauthenticated } from '../../http/failure.ts'
import { accountKey, ipKey } from '../../http/limits-keys.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { assertNotGuessable } from '../../identity/password-rules.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { passwordChangedMail } from '../../mail/account-mails.ts'
import { audit } from '../audit/audit-log.ts'
import { findServed } from '../media-files/served-file.ts'
import { requestAddress } from './address-change.ts'
import { pendingEmailOf, voidMailCodes } from './mail-codes.ts'
import { writeWithCode } from './second-factor.ts'
import { assertCurrentPassword, isFresh } from './step-up.ts'
import { changeUser, emailKey, findUser, type UserChange, type UserRow } from './store.ts'
import { readTwoFactorChange, wrongCode } from './two-factor-change.ts'
import { toMailReader, toUser } from './user-view.ts'

type Data = BodyOf<typeof updateUser>['data']

export interface ProfileChange {
  readonly data: Data
  /** The revision number of the profile that the caller started from. */
  readonly rev: number | undefined
  readonly principal: UserPrincipal
  readonly ip: string
  readonly agent: string
}

/**
 * Merges the request into a profile. A new password, a new address and turning the second step on require the current
 * password (the last only if the session is older than ten minutes). A change of the password or the second step ends
 * the other sessions at once; a new address ends them when it is confirmed. Sending the current address withdraws a
 * pending one.
 */
export async function changeProfile(
  app: App,
  user: UserRow,
  { data, rev, principal, ip, agent }: ProfileChange,
): Promise<OutputOf<typeof updateUser>> {
  assertRev(app, user, rev)
  const isSameAddress = data.email !== undefined && emailKey(data.email) === emailKey(user.email)
  const newAddress = isSameAddress ? undefined : data.email
  const twoFactor = data.two_factor && readTwoFactorChange(app, user, data.two_factor)
  const needsPassword =
    data.password !== undefined ||
    newAddress !== undefined ||
    (twoFactor?.turns === 'on' && !(await isFresh(app, principal)))
  if (needsPassword) await assertCurrentPassword(app, user, data.current_password, ip)
  if (newAddress !== undefined) {
    await app.limits.countAll([
      ['mail', accountKey(newAddress)],
      ['mailByIp', ipKey(ip)],
    ])
  }
  const change = {
    ...plainChange(data),
    ...(await avatarChange(app, user, data)),
    ...twoFactor?.change,
    ...(await passwordChange(data, user)),
  }

  const answer = await writeWithCode(app, user.id, twoFactor?.code, async (write) => {
    const current = await findUser(write.db, user.id)
    if (current?.status !== 'active') throw unauthenticated()
    assertRev(app, current, rev)
    // Another session may have changed the password since the check.
    if (needsPassword && current.password_hash !== user.password_hash) throw unauthenticated()
    const recoveryCodes = await twoFactor?.apply(write)
    await changeUser(write, app.clock, user.id, change)
    if (change.password_hash !== undefined) await settlePasswordChange(write, app, user)
    if (change.password_hash !== undefined || twoFactor?.turns !== undefined)
      await app.sessions.endAll(write, user.id, principal.sessionHash)
    if (newAddress !== undefined) await requestAddress(write, app, user, newAddress)
    if (isSameAddress) await voidMailCodes(write, user.id, 'email')
    const actor = { userId: user.id, ip, agent }
    if (change.password_hash !== undefined)
      await audit(write, app, actor, { kind: 'account.password' })
    if (twoFactor?.turns !== undefined) {
      const details = { turned: twoFactor.turns }
      await audit(write, app, actor, { kind: 'account.two_factor', details })
    }

    const after = (await findUser(write.db, user.id)) ?? current
    const pending = await pendingEmailOf(write.db, app.clock, user.id)
    return {
      user: toUser(app, after, pending),
      ...(recoveryCodes && { recovery_codes: recoveryCodes }),
    }
  })
  if (answer === 'otp_wrong' || answer === 'otp_required') throw wrongCode()
  return answer
}

function assertRev(app: App, user: UserRow, rev: number | undefined): void {
  if (rev !== undefined && rev !== user.rev) throw stale(toUser(app, user))
}

/** Returns the changes to fields that do not require the current password. */
function plainChange({
  first_name,
  last_name,
  first_login,
  theme,
  mention_mails,
}: Data): UserChange {
  return {
    ...(first_name !== undefined && { first_name: first_name.trim() }),
    ...(last_name !== undefined && { last_name: last_name.trim() }),
    ...(first_login !== undefined && { first_login: first_login ? 1 : 0 }),
    ...(theme !== undefined && { theme }),
    ...(mention_mails !== undefined && { mention_mails: mention_mails ? 1 : 0 }),
  }
}

/**
 * Returns the change of the avatar, which must be an image uploaded here: an external server would learn about everyone
 * who sees its picture.
 * @throws Failure `invalid` for other addresses, except for the current avatar
 */
async function avatarChange(app: App, user: UserRow, { avatar }: Data): Promise<UserChange> {
  if (avatar === undefined || avatar === user.avatar) return {}
  if (!avatar) return { avatar: null }
  const name = mediaName(`${app.settings.PUBLIC_URL}/media/`, avatar)
  const file = await findServed(app, name)
  if (file?.is_private !== 0 || !file.type.startsWith('image/')) {
    throw invalid('data.avatar', 'data.avatar must be an image that was uploaded here', 'file')
  }
  return { avatar: name }
}

function mediaName(base: string, text: string): string {
  const [name = ''] = text.startsWith(base) ? text.slice(base.length).split(/[?#]/, 1) : [text]
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

async function passwordChange({ password }: Data, user: UserRow): Promise<UserChange> {
  if (password === undefined) return {}
  const names = [user.first_name, user.last_name]
  assertNotGuessable(password, { email: user.email, names }, 'data.password')
  return { password_hash: await hashPassword(password) }
}

/** Voids links that were e-mailed before the new password, and notifies the user. */
async function settlePasswordChange(
  write: Write,
  { mailer, settings }: App,
  user: UserRow,
): Promise<void> {
  await voidMailCodes(write, user.id)
  const mail = passwordChangedMail(toMailReader(user), settings.PUBLIC_URL)
  write.afterCommit(() => mailer.send(mail))
}
