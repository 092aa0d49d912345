import { authenticate } from '@typecase/contract/users'

import { Problem } from './problem.ts'
import { call } from './server.ts'

interface Account {
  readonly email: string
  readonly password: string
}

/**
 * Opens a session.
 * @param askCode asks for the one-time code if the account requires one
 * @returns the session's token
 */
export async function signIn(
  url: string,
  { email, password }: Account,
  askCode?: () => Promise<string>,
): Promise<string> {
  const first = await call({ url }, authenticate, { body: { email, password } })
  // An account with two-step login gets no token until the request contains a code.
  if (first.token) return first.token
  if (!askCode) {
    throw new Problem('This account logs in with a one-time code: give the token of a session.')
  }
  const otp = await askCode()
  const { token } = await call({ url }, authenticate, { body: { email, password, otp } })
  return token
}
