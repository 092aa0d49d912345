import type { User } from '@typecase/contract/users'
import { isOtpRequired } from '@typecase/plugin-sdk/api-error'
import type { Go } from '@typecase/plugin-sdk/route'
import type { SessionService } from '@typecase/plugin-sdk/services'

import { keepSignIn } from './pending-sign-in.ts'
import { twoFactorRoute } from './routes.ts'

interface SignedIn {
  user: User
  token: string
}

/**
 * Signs in by any of the calls that end in a session. When the server asks for the one-time code (status 206), the
 * call is kept and the user goes on to /2fa.
 */
export async function signInWith(
  attempt: (otp?: string) => Promise<SignedIn>,
  { session, go }: { session: SessionService; go: Go },
): Promise<void> {
  try {
    await session.signIn(await attempt())
  } catch (reason) {
    if (!isOtpRequired(reason)) throw reason
    keepSignIn(attempt)
    await go(twoFactorRoute)
  }
}
