import type { App } from '../../app.ts'
import { Failure } from '../../http/failure.ts'
import type { Attempt } from '../../http/limits.ts'
import { accountKey, ipKey } from '../../http/limits-keys.ts'
import { verifyPassword } from '../../identity/passwords.ts'
import { isKnownPlace } from './known-places.ts'
import type { UserRow } from './store.ts'

/** A password that someone sent for an account, or for an address that has none. */
export interface PasswordAttempt {
  readonly email: string
  readonly user: UserRow | undefined
  readonly password: string
  readonly ip: string
}

/**
 * Whether a password is that of an account. Wrong ones count against the limits of sign-in, whichever call they
 * came through, and take as long for an address without an account.
 * @throws Failure `limited` after too many wrong ones
 */
export async function tryPassword(app: App, attempt: PasswordAttempt): Promise<boolean> {
  const { email, user, password, ip } = attempt
  const account = accountKey(email)
  const from = ipKey(ip)
  const isKnown = user !== undefined && (await isKnownPlace(app, user.id, ip))
  const attempts: Attempt[] = [
    ['login', `${account} ${from}`],
    ['loginByIp', from],
    ...(isKnown ? [] : [['loginByAccount', account] as const]),
  ]
  return app.limits.guard(
    attempts,
    () => verifyPassword(user?.password_hash, password),
    (isRight) => isRight,
  )
}

/** As `tryPassword`, where a used-up limit must look like a wrong password: on sign-up it would tell of an account. */
export async function tryPasswordQuietly(app: App, attempt: PasswordAttempt): Promise<boolean> {
  try {
    return await tryPassword(app, attempt)
  } catch (reason) {
    if (reason instanceof Failure && reason.code === 'limited') return false
    throw reason
  }
}
