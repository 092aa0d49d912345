import { STEP_UP_MS } from '../../limits.ts'
import type { App } from '../../app.ts'
import { invalid, unauthenticated } from '../../http/failure.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { tryPassword } from './password-attempt.ts'
import { findUser, type UserRow } from './store.ts'

/**
 * Verifies the current password before an action that a stolen session must not be able to perform.
 * @param path the body's field that holds the password
 * @throws Failure `invalid` at `path` when it is missing or wrong, `limited` after too many wrong ones
 */
export async function assertCurrentPassword(
  app: App,
  user: UserRow,
  password: string | undefined,
  ip: string,
  path = 'data.current_password',
): Promise<void> {
  if (user.password_hash === null) {
    throw invalid(
      path,
      'This account has no password yet. Set one with “Forgot password?”.',
      'none',
    )
  }
  if (password === undefined) throw invalid(path, `${path} is a required field`, 'required')
  if (await tryPassword(app, { email: user.email, user, password, ip })) return
  throw invalid(path, 'The current password is wrong.', 'wrong')
}

/** Whether a session was opened within the last ten minutes. */
export async function isFresh({ db, clock }: App, principal: UserPrincipal): Promise<boolean> {
  const session = await db.read
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', principal.sessionHash)
    .executeTakeFirst()
  return session !== undefined && clock.now() - session.created_at <= STEP_UP_MS
}

/**
 * Verifies the password before a new sign-in method is added, unless the session was opened within the last ten
 * minutes.
 * @throws Failure `invalid` at `current_password`; rule `fresh` if the account has no password, so only a new sign-in
 * helps
 */
export async function assertStepUp(
  app: App,
  principal: UserPrincipal,
  password: string | undefined,
  ip: string,
): Promise<void> {
  if (await isFresh(app, principal)) return
  const user = await findUser(app.db.read, principal.userId)
  if (!user) throw unauthenticated()
  if (user.password_hash === null) {
    throw invalid(
      'current_password',
      'You logged in more than ten minutes ago. Log out and log in again to do this.',
      'fresh',
    )
  }
  await assertCurrentPassword(app, user, password, ip, 'current_password')
}
