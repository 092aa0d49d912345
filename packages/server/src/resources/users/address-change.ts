import type { FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict, Failure } from '../../http/failure.ts'
import { bearerOf, type UserPrincipal } from '../../http/principal.ts'
import {
  addressChangedMail,
  confirmAddressMail,
  takenAddressMail,
} from '../../mail/account-mails.ts'
import type { Mail } from '../../mail/mail-layout.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { issueMailCode, pendingEmailOf, voidMailCodes } from './mail-codes.ts'
import { changeUser, emailKey, findUser, findUserByEmail, type UserRow } from './store.ts'
import type { MailCodeTable } from './tables.ts'
import { toMailReader } from './user-view.ts'

/**
 * E-mails a new address to have it confirmed, once the profile's write commits. Until then, the account keeps its old
 * address.
 */
export async function requestAddress(
  write: Write,
  app: App,
  user: UserRow,
  address: string,
): Promise<void> {
  const mail = await newAddressMail(write, app, user.id, address)
  write.afterCommit(() => app.mailer.send(mail))
}

/**
 * Composes the confirmation e-mail of a user's pending address again. Undefined if they have no pending address, or
 * another one.
 */
export function waitingAddressMail(
  app: App,
  userId: string,
  address: string,
): Promise<Mail | undefined> {
  return app.db.write(async (write) => {
    const pending = await pendingEmailOf(write.db, app.clock, userId)
    if (pending === undefined || emailKey(pending) !== emailKey(address)) return undefined
    return newAddressMail(write, app, userId, pending)
  }, 'serializable')
}

/**
 * Composes the e-mail to a new address. A taken address becomes pending like a free one, since the profile would
 * otherwise reveal who has an account: its owner gets a notice without the code, which no one receives.
 */
async function newAddressMail(
  write: Write,
  { clock, settings }: App,
  userId: string,
  address: string,
): Promise<Mail> {
  const email = address.trim()
  const code = await issueMailCode(write, clock, { kind: 'email', userId, email })
  const owner = await findUserByEmail(write.db, email)
  return owner?.status === 'active'
    ? takenAddressMail(toMailReader(owner), settings.PUBLIC_URL)
    : confirmAddressMail(email, settings.PUBLIC_URL, code)
}

/** Returns the user of a call that does not require a session, if it has one. */
export async function sessionOf(
  { sessions }: App,
  request: FastifyRequest,
): Promise<UserPrincipal | undefined> {
  const token = bearerOf(request)
  const principal = token === undefined ? undefined : await sessions.find(token)
  // An access token belongs to a program, so it does not count as the user's session.
  return principal?.tokenScope === undefined ? principal : undefined
}

/**
 * Prepares the change to a confirmed new address. Only a session of the account may confirm it: a mistyped address
 * belongs to a stranger, whose link would otherwise open the account.
 * @returns the write that makes the change
 * @throws Failure `forbidden`, rule `sign_in`, when the caller is not signed in as that user; the link stays valid
 */
export async function settleNewAddress(app: App, code: MailCodeTable, request: FastifyRequest) {
  const principal = await sessionOf(app, request)
  if (principal?.userId !== code.user_id) {
    const message = 'Log in to the account first, then open the link again.'
    throw new Failure('forbidden', message, {
      details: [{ path: 'verification_code', message, rule: 'sign_in' }],
    })
  }
  return async (write: Write): Promise<void> => {
    const user = await findUser(write.db, code.user_id)
    const address = code.email
    if (!user || address === null) return
    const holder = await write.db
      .selectFrom('users')
      .select(['id', 'status'])
      .where('email_key', '=', emailKey(address))
      .where('id', '!=', user.id)
      .executeTakeFirst()
    if (holder?.status === 'active') throw conflict('This address now has its own account.')
    // Someone signed up with this address but never confirmed it, so no one owns that account.
    if (holder) await write.db.deleteFrom('users').where('id', '=', holder.id).execute()
    await voidMailCodes(write, user.id)
    await app.sessions.endAll(write, user.id)
    await changeUser(write, app.clock, user.id, { email: address })
    const actor = actorOf({ principal, ip: request.ip, request })
    await audit(write, app, actor, { kind: 'account.email' })
    const mail = addressChangedMail(toMailReader(user), app.settings.PUBLIC_URL, address)
    write.afterCommit(() => app.mailer.send(mail))
  }
}
