import { authenticate } from '@typecase/contract/users'

import { Problem } from './problem.ts'
import { call } from './server.ts'

interface Account {
  readonly email: string
  readonly password: string
}

/**
 * Opens a session. @returns its token
 * @param askCode asks for the one-time code of an account that wants one
 */
export async function signIn(
  url: string,
  { email, password }: Account,
  askCode?: () => Promise<string>,
): Promise<string> {
  const first = await call({ url }, authenticate, { body: { email, password } })
  // An account with a second step answers with nothing until it gets the code.
  if (first.token) return first.token
  if (!askCode) {
    throw new Problem('This account logs in with a one-time code: give the token of a session.')
  }
  const otp = await askCode()
  const { token } = await call({ url }, authenticate, { body: { email, password, otp } })
  return token
}
