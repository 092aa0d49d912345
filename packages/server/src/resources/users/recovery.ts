import {
  forgotPassword,
  resendVerificationEmail,
  resetPassword,
  type SignInMethod,
  verifyEmail,
} from '@typecase/contract/users'

import type { App } from '../../app.ts'
import { handle, type Route } from '../../http/handle.ts'
import { accountKey, ipKey } from '../../http/limits-keys.ts'
import { assertNotGuessable } from '../../identity/password-rules.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { passwordResetMail, resetMail } from '../../mail/account-mails.ts'
import type { Mail } from '../../mail/mail-layout.ts'
import { audit } from '../audit/audit-log.ts'
import { endGrantsOf } from '../assistants/grants.ts'
import { deleteTokens } from './access-tokens.ts'
import { sessionOf, settleNewAddress, waitingAddressMail } from './address-change.ts'
import { answerSignIn, issueSession } from './issue-session.ts'
import { findMailCode, issueMailCode, redeemMailCode, voidMailCodes } from './mail-codes.ts'
import { otpOf } from './second-factor.ts'
import { agentOf } from './sign-in.ts'
import { listSignInMethods } from './sign-in-methods.ts'
import { confirmationMail } from './signup.ts'
import { changeUser, findUser, findUserByEmail, type UserRow } from './store.ts'
import { toMailReader } from './user-view.ts'

/** Routes that open an account through its mailbox. */
export function recoveryRoutes(app: App): Route[] {
  const { clock, db, mailer, sessions, settings } = app

  /**
   * E-mails a link to the owner of an address, if there is one. The response neither depends on it nor waits for it.
   */
  async function mailLink(
    email: string,
    ip: string,
    compose: (user: UserRow | undefined) => Promise<Mail | undefined>,
  ): Promise<void> {
    await app.limits.countAll([
      ['mail', accountKey(email)],
      ['mailByIp', ipKey(ip)],
    ])
    mailer.sendLater(async () => compose(await findUserByEmail(db.read, email)))
  }

  return [
    handle(resendVerificationEmail, async ({ body: { email }, ip, request }) => {
      const self = await sessionOf(app, request)
      await mailLink(
        email,
        ip,
        async (user) =>
          (self && (await waitingAddressMail(app, self.userId, email))) ??
          (user && confirmationMail(app, user.id)),
      )
      return { message: 'If this address needs confirming, a new link is on its way.' }
    }),

    handle(forgotPassword, async ({ body: { email }, ip }) => {
      await mailLink(email, ip, async (user) => {
        if (!user) return undefined
        return db.write(async (write) => {
          const current = await findUser(write.db, user.id)
          if (!current || current.status === 'deactivated') return undefined
          const code = await issueMailCode(write, clock, { kind: 'reset', userId: user.id })
          return resetMail(toMailReader(current), settings.PUBLIC_URL, code)
        }, 'serializable')
      })
      return { message: 'If this address has an account, a link is on its way.' }
    }),

    handle(verifyEmail, async ({ body: { verification_code, otp }, ip, request, reply }) => {
      const path = 'verification_code'
      const code = await findMailCode(db.read, clock, verification_code, ['verify', 'email'], path)
      const settleAddress =
        code.kind === 'email' ? await settleNewAddress(app, code, request) : undefined
      return answerSignIn(
        reply,
        await issueSession(app, code.user_id, {
          otp: otpOf(request, otp),
          from: { ip, agent: agentOf(request) },
          async settle(write) {
            await redeemMailCode(write, code, path)
            await (settleAddress?.(write) ??
              changeUser(write, clock, code.user_id, { status: 'active' }))
          },
        }),
      )
    }),

    handle(resetPassword, async ({ body, ip, request, reply }) => {
      const path = 'reset_code'
      const code = await findMailCode(db.read, clock, body.reset_code, ['reset'], path)
      const user = await findUser(db.read, code.user_id)
      const names = [user?.first_name ?? '', user?.last_name ?? '']
      assertNotGuessable(body.password, { email: user?.email ?? '', names }, 'password')
      const passwordHash = await hashPassword(body.password)
      let methods: SignInMethod[] = []
      const signIn = answerSignIn(
        reply,
        await issueSession(app, code.user_id, {
          otp: otpOf(request, body.otp),
          from: { ip, agent: agentOf(request) },
          async settle(write) {
            await redeemMailCode(write, code, path)
            await voidMailCodes(write, code.user_id)
            await sessions.endAll(write, code.user_id)
            const tokens = await deleteTokens(app, write, code.user_id)
            await endGrantsOf(app, write, code.user_id)
            methods = await listSignInMethods(write.db, code.user_id)
            // The user opened the link from their mailbox, so this confirms the address as well.
            await changeUser(write, clock, code.user_id, {
              password_hash: passwordHash,
              status: 'active',
            })
            const actor = { userId: code.user_id, ip, agent: agentOf(request) }
            await audit(write, app, actor, { kind: 'account.password' })
            for (const { id, title } of tokens)
              await audit(write, app, actor, {
                kind: 'account.token_delete',
                subject: { id, title },
              })
            if (user) {
              const mail = passwordResetMail(toMailReader(user), settings.PUBLIC_URL, methods)
              write.afterCommit(() => mailer.send(mail))
            }
          },
        }),
      )
      return 'token' in signIn ? { ...signIn, sign_in_methods: methods } : signIn
    }),
  ]
}
