import type { SignInMethod, User } from '@typecase/contract/users'
import { isOtpRequired } from '@typecase/plugin-sdk/api-error'
import type { Go } from '@typecase/plugin-sdk/route'
import type { SessionService } from '@typecase/plugin-sdk/services'

import { afterResetRoute, twoFactorRoute } from './routes.ts'

/** The answer of a call that ends in a session. */
export interface SignedIn {
  user: User
  token: string
  /** Of a password reset: what else opens the account. */
  sign_in_methods?: readonly SignInMethod[]
}

interface SignInParts {
  session: SessionService
  go: Go
}

/**
 * Signs in by any of the calls that end in a session. When the server asks for the one-time code (status 206), the
 * call is kept and the user goes on to /2fa.
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

/** Signs in, and goes on: after a reset that left other ways into the account, to the page that lists them. */
export async function enter(
  { user, token, sign_in_methods = [] }: SignedIn,
  { session, go }: SignInParts,
): Promise<void> {
  const isReview = sign_in_methods.length > 0
  await session.signIn({ user, token }, { isStaying: isReview })
  if (isReview) await go(afterResetRoute, { isReplace: true })
}

/** How long a sign-in may wait for its one-time code. */
const PATIENCE = 5 * 60 * 1000

type Attempt<Answer> = (otp: string) => Promise<Answer>

let pending: { attempt: Attempt<unknown>; until: number } | undefined

/**
 * Keeps what is needed to repeat a sign-in with its one-time code. In memory only, for five minutes: a password never
 * reaches storage.
 */
export function keepSignIn<Answer>(attempt: Attempt<Answer>): void {
  pending = { attempt, until: Date.now() + PATIENCE }
}

/**
 * The stored sign-in.
 * @throws when there is none (specification §8): the page was opened directly, or took too long
 */
export function takeSignIn<Answer>(): Attempt<Answer> {
  if (!pending || pending.until < Date.now()) {
    pending = undefined
    throw new Error('emailPass is not set. Log in with your password again.')
  }
  // Every attempt is one of the calls that end in a session.
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
 * Keeps the pending sign-in while the page that completes it is open: leaving that page discards it, and the next
 * attempt starts with the password. @returns discards it; call it when the page is left
 */
export function holdSignIn(): () => void {
  pages += 1
  return () => {
    pages -= 1
    // In development React leaves each page once and comes back at once.
    queueMicrotask(() => {
      if (pages === 0) forgetSignIn()
    })
  }
}
