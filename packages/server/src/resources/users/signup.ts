import type { BodyOf } from '@typecase/contract/endpoint'
import { signup } from '@typecase/contract/users'

import type { App } from '../../app.ts'
import { conflict, Failure, forbidden } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { ipKey } from '../../http/limits-keys.ts'
import { assertCaptcha } from '../../identity/captcha.ts'
import { assertNotGuessable } from '../../identity/password-rules.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { choosePasswordMail, takenAddressMail, verifyMail } from '../../mail/account-mails.ts'
import type { Mail } from '../../mail/mail-layout.ts'
import { isInvited } from '../invites/store.ts'
import { answerSignIn, issueSession } from './issue-session.ts'
import { issueMailCode, voidMailCodes } from './mail-codes.ts'
import { type SignUpPassword, tryPasswordQuietly } from './password-attempt.ts'
import { otpOf } from './second-factor.ts'
import { agentOf, settlePassword } from './sign-in.ts'
import {
  changeUser,
  emailKey,
  findUser,
  findUserByEmail,
  insertUser,
  type UserRow,
} from './store.ts'
import { toMailReader } from './user-view.ts'

type SignUp = BodyOf<typeof signup>

/**
 * Routes for sign-up. The response does not reveal whether an address has an account: it is 201 {} for a new address,
 * for a taken one (whose owner gets an e-mail) and for one that was never confirmed. Only the account's own password
 * makes a difference: it signs in.
 */
export function signupRoutes(app: App): Route[] {
  return [
    handle(signup, async ({ body, ip, request, reply }) => {
      const { email, password } = body
      await app.limits.count('signup', ipKey(ip))
      assertNotGuessable(
        password,
        { email, names: [body.first_name ?? '', body.last_name ?? ''] },
        'password',
      )
      await assertCaptcha(app, body.captcha_token, ip)

      // Every address costs one counted attempt, one hash and one more write, so that all responses take about as long.
      const user = await findUserByEmail(app.db.read, email)
      const { isRight, hash } = await tryPasswordQuietly(app, { email, user, password, ip })
      if (user?.status === 'active' && isRight) {
        return answerSignIn(
          reply,
          await issueSession(app, user.id, {
            otp: otpOf(request, undefined),
            from: { ip, agent: agentOf(request) },
            settle: await settlePassword(user, password),
          }),
        )
      }
      // The invitation was e-mailed to this address, so it confirms the address as well as a verification e-mail would.
      const mailed = await isInvited(app.db.read, app.clock, body.invite_id, email)
      assertOpen(app, mailed)
      if (mailed && user?.status !== 'active') {
        const userId = await addInvited(app, body, user, { isRight, hash })
        return answerSignIn(
          reply,
          await issueSession(app, userId, {
            otp: otpOf(request, undefined),
            from: { ip, agent: agentOf(request) },
            settle: (write) => changeUser(write, app.clock, userId, { status: 'active' }),
          }),
        )
      }
      if (!user) await add(app, body, hash)
      else if (user.status === 'active') await tellOwner(app, user)
      else await addAgain(app, user, body, isRight)
      return {}
    }),
  ]
}

/**
 * Checks that the server's settings allow a new account.
 * @throws Failure `forbidden` if sign-up is closed or needs an invitation; the dashboard shows it like a success
 */
export function assertOpen({ settings }: App, isInvitation: boolean): void {
  if (settings.SIGNUP === 'closed') throw forbidden('Sign-up is closed on this server.')
  if (settings.SIGNUP === 'invite' && !isInvitation)
    throw forbidden('Sign-up on this server needs an invitation.')
}

/**
 * Creates the account of an invited person, or takes over an unconfirmed one. The password of an unconfirmed account
 * may be a stranger's, so the password of this request replaces it.
 * @returns the user's id
 */
async function addInvited(
  { db, clock }: App,
  body: SignUp,
  waiting: UserRow | undefined,
  { isRight, hash }: SignUpPassword,
): Promise<string> {
  const storedHash = isRight ? waiting?.password_hash : hash
  const passwordHash = storedHash ?? (await hashPassword(body.password))
  return db.write(async (write) => {
    const user = await findUserByEmail(write.db, body.email)
    const [firstName, lastName] = [body.first_name ?? '', body.last_name ?? '']
    if (!user) {
      const account = { email: body.email, passwordHash, firstName, lastName }
      const more = { status: 'unverified', referralCode: body.referral_code } as const
      return insertUser(write, clock, { ...account, ...more })
    }
    // A concurrent sign-up with the same code may have confirmed the account.
    if (user.status !== 'unverified') throw conflict('This address already has an account. Log in.')
    await voidMailCodes(write, user.id)
    await changeUser(write, clock, user.id, {
      password_hash: passwordHash,
      first_name: firstName.trim(),
      last_name: lastName.trim(),
    })
    return user.id
  }, 'serializable')
}

async function add(app: App, body: SignUp, passwordHash: string | null): Promise<void> {
  const { clock, mailer, settings } = app
  await app.db.write(async (write) => {
    // A concurrent sign-up may have created the account first.
    if (await findUserByEmail(write.db, body.email)) return
    const userId = await insertUser(write, clock, {
      email: body.email,
      passwordHash,
      firstName: body.first_name ?? '',
      lastName: body.last_name ?? '',
      status: 'unverified',
      referralCode: body.referral_code,
    })
    const code = await issueMailCode(write, clock, { kind: 'verify', userId })
    const mail = verifyMail(body.email, settings.PUBLIC_URL, code)
    // Sent after the response, like the e-mail to the owner of a taken address, so that both responses take as long.
    write.afterCommit(() => mailer.sendLater(async () => mail))
  }, 'serializable')
}

/**
 * Handles a sign-up for an account that was never confirmed. With the same password, it e-mails the link again. With a
 * different one, either may come from a stranger who hopes that the owner confirms it, so the account keeps neither
 * password and the owner of the mailbox chooses one.
 */
async function addAgain(
  app: App,
  user: UserRow,
  body: SignUp,
  isSamePassword: boolean,
): Promise<void> {
  if (!isSamePassword && user.password_hash !== null) {
    await app.db.write(async (write) => {
      const current = await findUser(write.db, user.id)
      if (current?.status !== 'unverified') return
      await voidMailCodes(write, user.id)
      await changeUser(write, app.clock, user.id, {
        password_hash: null,
        first_name: body.first_name?.trim() ?? '',
        last_name: body.last_name?.trim() ?? '',
      })
    }, 'serializable')
  }
  app.mailer.sendLater(async () =>
    (await mayMail(app, user)) ? confirmationMail(app, user.id) : undefined,
  )
}

/** Composes the e-mail that confirms an account, with a new code. Undefined if the account is already confirmed. */
export function confirmationMail(app: App, userId: string): Promise<Mail | undefined> {
  const { clock, db, settings } = app
  return db.write(async (write) => {
    const user = await findUser(write.db, userId)
    if (user?.status !== 'unverified') return undefined
    const kind = user.password_hash === null ? 'reset' : 'verify'
    const code = await issueMailCode(write, clock, { kind, userId })
    const mail = kind === 'reset' ? choosePasswordMail : verifyMail
    return mail(user.email, settings.PUBLIC_URL, code)
  }, 'serializable')
}

async function tellOwner(app: App, user: UserRow): Promise<void> {
  const isAllowed = await mayMail(app, user)
  app.mailer.sendLater(async () =>
    isAllowed ? takenAddressMail(toMailReader(user), app.settings.PUBLIC_URL) : undefined,
  )
}

/** Whether a sign-up may e-mail an address that has an account. A limit keeps strangers from flooding its mailbox. */
async function mayMail({ limits }: App, user: UserRow): Promise<boolean> {
  try {
    await limits.count('signupMail', emailKey(user.email))
    return true
  } catch (reason) {
    if (reason instanceof Failure && reason.code === 'limited') return false
    throw reason
  }
}
