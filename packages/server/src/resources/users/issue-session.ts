import { OTP_HEADER, OTP_HEADER_ALIAS } from '@typecase/contract/product'
import type { User } from '@typecase/contract/users'
import type { FastifyReply } from 'fastify'

import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { Failure, unauthenticated } from '../../http/failure.ts'
import { audit } from '../audit/audit-log.ts'
import { rememberLocation } from './known-locations.ts'
import { demandCode, writeWithCode } from './second-factor.ts'
import { findUser } from './store.ts'
import { toUser } from './user-view.ts'

/** The evidence for signing in as a user. */
export interface Evidence {
  /** The one-time or recovery code of the request. */
  readonly otp: string | undefined
  /** Whether the evidence covers both steps: a device they have, and a PIN, a finger or a face. */
  readonly isBothSteps?: boolean
  readonly from: { readonly ip: string; readonly agent: string }
  /**
   * Consumes the evidence – an e-mailed code, a new password – within the session's write. It is undone when the second
   * step is missing or wrong, so the same call can be repeated with a code.
   */
  readonly settle: (write: Write) => Promise<void>
}

/** A new session, or `otp_required` when the account's second step is missing. */
export type SignIn = { user: User; token: string } | 'otp_required'

/**
 * Opens a session. Every call that answers with a token passes through here, and only this function decides whether a
 * one-time code is needed (reliability A1).
 * @throws Failure `forbidden`, rule `unverified`, before the address is verified; `unauthenticated`, path `otp`, for a
 * wrong code; `limited` after too many of them
 */
export async function issueSession(app: App, userId: string, evidence: Evidence): Promise<SignIn> {
  const { otp, isBothSteps = false, from, settle } = evidence

  const signIn = await writeWithCode(app, userId, otp, async (write) => {
    await settle(write)
    const user = await findUser(write.db, userId)
    if (!user || user.status === 'deactivated') throw unauthenticated('This account was closed.')
    if (user.status === 'unverified') throw notVerified()
    if (user.totp_secret !== null && !isBothSteps) await demandCode(write, app, user, otp)
    await rememberLocation(write, app, user.id, from.ip)
    const token = await app.sessions.open(write, user.id, from)
    await audit(write, app, { userId: user.id, ...from }, { kind: 'account.sign_in' })
    return { user: toUser(app, user), token }
  })
  if (signIn === 'otp_wrong') throw wrongOtp()
  return signIn
}

/** Answers a sign-in: 200 with the session, or 206 with the header that asks for a code and an empty body. */
export function answerSignIn(
  reply: FastifyReply,
  signIn: SignIn,
): Exclude<SignIn, string> | FastifyReply {
  if (signIn !== 'otp_required') {
    reply.code(200)
    return signIn
  }
  return reply
    .code(206)
    .header(OTP_HEADER, 'required')
    .header(OTP_HEADER_ALIAS, 'required')
    .send({})
}

const notVerified = () =>
  new Failure(
    'forbidden',
    'Confirm your e-mail address first: use the link in the e-mail we sent.',
    {
      details: [{ path: 'email', message: 'email is not confirmed yet', rule: 'unverified' }],
    },
  )

const OTP_WRONG = 'The one-time code is wrong or has already been used.'

const wrongOtp = () =>
  new Failure('unauthenticated', OTP_WRONG, {
    details: [{ path: 'otp', message: OTP_WRONG, rule: 'otp' }],
  })
