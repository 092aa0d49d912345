import type { App } from '../../app.ts'
import { Failure } from '../../http/failure.ts'
import type { Attempt } from '../../http/limits.ts'
import { accountKey, ipKey } from '../../http/limits-keys.ts'
import { hashPassword, verifyPassword } from '../../identity/passwords.ts'
import { isKnownLocation } from './known-locations.ts'
import type { UserRow } from './store.ts'

/** A password sent for an account, or for an address without an account. */
export interface PasswordAttempt {
  readonly email: string
  readonly user: UserRow | undefined
  readonly password: string
  readonly ip: string
}

/**
 * Whether a password is correct for an account. Wrong passwords count against the limits of sign-in, in every call that
 * takes a password. The check takes as long for an address without an account.
 * @throws Failure `limited` after too many wrong passwords
 */
export async function tryPassword(app: App, attempt: PasswordAttempt): Promise<boolean> {
  return app.limits.guard(
    await attemptsOf(app, attempt),
    () => verifyPassword(attempt.user?.password_hash, attempt.password),
    (isRight) => isRight,
  )
}

/** The password of a sign-up: whether it matches the existing account, or its hash for a new one. */
export interface SignUpPassword {
  readonly isRight: boolean
  readonly hash: string | null
}

/**
 * Checks the password of a sign-up, which must not reveal whether an address has an account: it counts and hashes once
 * for every address, and once a limit is exhausted, the password counts as wrong instead of the call failing.
 */
export async function tryPasswordQuietly(
  app: App,
  attempt: PasswordAttempt,
): Promise<SignUpPassword> {
  const stored = attempt.user?.password_hash
  const compareOrHash = async (): Promise<SignUpPassword> =>
    stored
      ? { isRight: await verifyPassword(stored, attempt.password), hash: null }
      : { isRight: false, hash: await hashPassword(attempt.password) }
  try {
    return await app.limits.guard(
      await attemptsOf(app, attempt),
      compareOrHash,
      ({ isRight }) => isRight,
    )
  } catch (reason) {
    if (!(reason instanceof Failure && reason.code === 'limited')) throw reason
    return { ...(await compareOrHash()), isRight: false }
  }
}

async function attemptsOf(app: App, { email, user, ip }: PasswordAttempt): Promise<Attempt[]> {
  const account = accountKey(email)
  const from = ipKey(ip)
  // The lookup runs for an address without an account as well, so that both take equally long.
  const hasKnownLocation = await isKnownLocation(app, user?.id ?? '', ip)
  return [
    ['login', `${account} ${from}`],
    ['loginByIp', from],
    ...(hasKnownLocation ? [] : [['loginByAccount', account] as const]),
  ]
}
