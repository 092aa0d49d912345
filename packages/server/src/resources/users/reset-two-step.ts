import type { App } from '../../app.ts'
import { conflict, notFound } from '../../http/failure.ts'
import { twoFactorChangedMail } from '../../mail/account-mails.ts'
import { dropRecoveryCodes } from './second-factor.ts'
import { changeUser, findUserByEmail } from './store.ts'
import { toMailReader } from './user-view.ts'

/**
 * Turns off the second step of an account without a code: for the operator, when the owner has lost both the app and
 * the recovery codes, or the server has lost its key. Ends the account's sessions and notifies the owner.
 * @throws Failure `not_found` without such an account, `conflict` when its second step is off
 */
export async function resetTwoStep(app: App, email: string): Promise<void> {
  await app.db.write(async (write) => {
    const user = await findUserByEmail(write.db, email)
    if (!user) throw notFound(`Account ${email}`)
    if (user.totp_secret === null) throw conflict(`Two-step sign-in of ${email} is already off.`)
    await changeUser(write, app.clock, user.id, { totp_secret: null, totp_last_step: null })
    await dropRecoveryCodes(write, user.id)
    await app.sessions.endAll(write, user.id)
    const mail = twoFactorChangedMail(toMailReader(user), app.settings.PUBLIC_URL, false)
    write.afterCommit(() => app.mailer.send(mail))
  }, 'serializable')
}
