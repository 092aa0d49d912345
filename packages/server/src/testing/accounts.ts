import { listAudit } from '@typecase/contract/audit'
import {
  authenticate,
  deactivateUser,
  sendDeactivationCode,
  signup,
  updateUser,
  verifyEmail,
} from '@typecase/contract/users'

import { totpCodeAt } from '../identity/one-time-codes.ts'
import { codeIn, mailsOf, mailTo } from './outbox.ts'
import type { TestServer } from './test-server.ts'

/** Returns a user's actions on their own account in the audit log, newest first, without sign-ins. */
export async function auditActions(server: TestServer, as: { token: string }) {
  const { entries } = (await server.call(listAudit, { query: {} }, as)).ok()
  return entries
    .filter(({ kind }) => kind !== 'account.sign_in')
    .map(({ kind, subject }) => [kind, subject.title])
}

export interface Account {
  email: string
  password: string
  token: string
}

export const PASSWORD = 'a quiet harbour at dusk'
/** A TOTP secret of 160 bits, as an authenticator app gets it. */
export const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

let count = 0

/** Adds an account as people do: signs up, then confirms the e-mail, which signs in. */
export async function addAccount(server: TestServer, email = newAddress()): Promise<Account> {
  const body = { email, password: PASSWORD }
  ;(await server.call(signup, { body })).ok()
  const code = codeIn(await mailTo(server, email))
  const { token } = (await server.call(verifyEmail, { body: { verification_code: code } })).ok()
  return { email, password: PASSWORD, token }
}

/**
 * Adds an account with two-step login. `usedCode` turned it on; it is the code of the previous step, so later codes are
 * unused.
 */
export async function addTwoStepAccount(
  server: TestServer,
  email = newAddress(),
): Promise<Account & { recoveryCodes: string[]; usedCode: string }> {
  const account = await addAccount(server, email)
  let usedCode = ''
  const turnOn = () => {
    usedCode = otpAt(server, -1)
    const two_factor = { enabled: true, secret_code: SECRET, otp: usedCode }
    return server.call(updateUser, { body: { data: { two_factor } } }, account)
  }
  let answer = await turnOn()
  // The 30-second step ended in between, so the code was two steps old.
  if (answer.status === 400) answer = await turnOn()
  const { recovery_codes } = answer.ok()
  return { ...account, recoveryCodes: recovery_codes ?? [], usedCode }
}

/** Signs in with the password. @returns the token of another session */
export async function signIn(server: TestServer, { email, password }: Account): Promise<string> {
  return (await server.call(authenticate, { body: { email, password } })).ok().token
}

/** Closes an account without a password, such as those of `addPerson`, with the code from the e-mail. */
export async function closeAccount(
  server: TestServer,
  person: Pick<Account, 'email' | 'token'>,
): Promise<void> {
  const before = mailsOf(server, person.email).length
  ;(await server.call(sendDeactivationCode, {}, person)).ok()
  const code = codeIn(await mailTo(server, person.email, before + 1))
  ;(await server.call(deactivateUser, { body: { code } }, person)).ok()
}

const STEP = 30_000

/** Returns the one-time code `step` 30-second steps from now; -1, 0 and 1 are accepted. */
export const otpAt = ({ app }: TestServer, step: number): string =>
  totpCodeAt(SECRET, app.clock.now() + step * STEP)

export const newAddress = (): string => `reader${(count += 1)}@example.org`
