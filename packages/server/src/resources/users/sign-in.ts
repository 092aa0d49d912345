import { authenticate, logout, logoutOthers } from '@typecase/contract/users'
import type { FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { unauthenticated } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { hashPassword, isOutdated } from '../../identity/passwords.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { answerSignIn, issueSession } from './issue-session.ts'
import { tryPassword } from './password-attempt.ts'
import { otpOf } from './second-factor.ts'
import { findUser, findUserByEmail, type UserRow } from './store.ts'

export function signInRoutes(app: App): Route[] {
  return [
    handle(authenticate, async ({ body: { email, password, otp }, ip, request, reply }) => {
      const user = await findUserByEmail(app.db.read, email)
      const isRight = await tryPassword(app, { email, user, password, ip })
      if (!user || !isRight) throw unauthenticated('E-mail or password is wrong.')
      return answerSignIn(
        reply,
        await issueSession(app, user.id, {
          otp: otpOf(request, otp),
          from: { ip, agent: agentOf(request) },
          settle: await settlePassword(user, password),
        }),
      )
    }),

    handle(logout, async ({ principal, reply, commit }) => {
      const answer = await commit(async (write) => {
        await app.sessions.end(write, principal.sessionHash)
        return { message: 'Logged out.' }
      }, 'read committed')
      // Clear only the cache: the browser's storage also holds the theme and a pending invitation, which outlive a
      // session.
      reply.header('clear-site-data', '"cache"')
      return answer
    }),

    handle(logoutOthers, async (call) => {
      const { userId, sessionHash } = call.principal
      return call.commit(async (write) => {
        await app.sessions.endAll(write, userId, sessionHash)
        const subject = { title: 'All other sessions' }
        await audit(write, app, actorOf(call), { kind: 'account.session_end', subject })
        return { message: 'Logged out everywhere else.' }
      }, 'serializable')
    }),
  ]
}

/**
 * Returns a check for the session's write that the account still has the password that was verified. It also replaces
 * an outdated hash.
 */
export async function settlePassword(checked: UserRow, password: string) {
  const stored = checked.password_hash
  const renewed = stored !== null && isOutdated(stored) ? await hashPassword(password) : undefined
  return async (write: Write): Promise<void> => {
    const now = await findUser(write.db, checked.id)
    if (now?.password_hash !== stored) throw unauthenticated('E-mail or password is wrong.')
    if (renewed === undefined) return
    await write.db
      .updateTable('users')
      .set({ password_hash: renewed })
      .where('id', '=', checked.id)
      .execute()
  }
}

export const agentOf = (request: FastifyRequest): string => request.headers['user-agent'] ?? ''
