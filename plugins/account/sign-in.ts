import type { SignInMethod, User } from '@typecase/contract/users'
import { isOtpRequired } from '@typecase/plugin-sdk/api-error'
import type { Go } from '@typecase/plugin-sdk/route'
import type { SessionService } from '@typecase/plugin-sdk/services'

import { afterResetRoute, twoFactorRoute } from './routes.ts'

/** The response to a call that creates a session. */
export interface SignedIn {
  user: User
  token: string
  /** For a password reset: the other sign-in methods of the account. */
  sign_in_methods?: readonly SignInMethod[]
}

interface SignInParts {
  session: SessionService
  go: Go
}

/**
 * Signs in by any call that creates a session. If the server requires a one-time code (status 206), the call is stored
 * and the user is sent to /2fa.
 */
export async function signInWith(
  attempt: (otp?: string) => Promise<SignedIn>,
  { session, go }: SignInParts,
): Promise<void> {
  try {
    await enter(await attempt(), { session, go })
  } catch (reason) {
    if (!isOtpRequired(reason)) throw reason
    keepSignIn(attempt)
    await go(twoFactorRoute)
  }
}

/** Signs in and opens the next page. After a password reset, that is the list of other sign-in methods, if any. */
export async function enter(
  { user, token, sign_in_methods = [] }: SignedIn,
  { session, go }: SignInParts,
): Promise<void> {
  const isReview = sign_in_methods.length > 0
  await session.signIn({ user, token }, { isStaying: isReview })
  if (isReview) await go(afterResetRoute, { isReplace: true })
}

/** How long, in milliseconds, a stored sign-in waits for its one-time code. */
const PATIENCE = 5 * 60 * 1000

type Attempt<Answer> = (otp: string) => Promise<Answer>

let pending: { attempt: Attempt<unknown>; until: number } | undefined

/**
 * Stores a sign-in to be repeated with its one-time code. It is kept in memory and for five minutes only: a password
 * must never reach browser storage.
 */
export function keepSignIn<Answer>(attempt: Attempt<Answer>): void {
  pending = { attempt, until: Date.now() + PATIENCE }
}

/**
 * Returns the stored sign-in.
 * @throws when there is none (specification §8): the page was opened directly, or the user took too long
 */
export function takeSignIn<Answer>(): Attempt<Answer> {
  if (!pending || pending.until < Date.now()) {
    pending = undefined
    throw new Error('emailPass is not set. Log in with your password again.')
  }
  // Every attempt is one of the calls that create a session.
  return pending.attempt as Attempt<Answer>
}

export function hasSignIn(): boolean {
  return pending !== undefined && pending.until >= Date.now()
}

export function forgetSignIn(): void {
  pending = undefined
}

let pages = 0

/**
 * Keeps the stored sign-in while the page that completes it is open. After that page the sign-in is discarded, and the
 * next attempt starts with the password. @returns a function to call when the page is left
 */
export function holdSignIn(): () => void {
  pages += 1
  return () => {
    pages -= 1
    // In development, React unmounts each page once and mounts it again at once.
    queueMicrotask(() => {
      if (pages === 0) forgetSignIn()
    })
  }
}
