import type { App } from '../../app.ts'
import { conflict } from '../../http/failure.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { findUserByEmail, insertUser } from './store.ts'

export interface NewAccount {
  email: string
  password: string
  firstName: string
  lastName: string
  /**
   * Whether the address counts as confirmed, as for accounts that the operator creates. No e-mail is sent either way.
   */
  isVerified: boolean
}

/**
 * Creates an account without the e-mail and the limits of sign-up, for the demo project and the operator.
 * @returns the user's id
 * @throws Failure `conflict` when the address has an account, `invalid` for a password above 1,024 bytes
 */
export async function createAccount(app: App, account: NewAccount): Promise<string> {
  const passwordHash = await hashPassword(account.password)
  return app.db.write(async (write) => {
    if (await findUserByEmail(write.db, account.email))
      throw conflict(`${account.email} already has an account.`)
    return insertUser(write, app.clock, {
      email: account.email,
      passwordHash,
      firstName: account.firstName,
      lastName: account.lastName,
      status: account.isVerified ? 'active' : 'unverified',
    })
  }, 'serializable')
}
