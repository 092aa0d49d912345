import { providerTitles } from '@typecase/contract/sign-in-options'
import type { SignInMethod } from '@typecase/contract/users'

import type { Reader } from '../../database/database.ts'
import { conflict } from '../../http/failure.ts'

const LAST =
  'This is the only way to log in to your account. Add another one first: a password with “Forgot password?”, a passkey, or another account.'

/**
 * Checks, within the write that removes a sign-in method, that the user has another one left: a password, a passkey or
 * a linked account.
 * @throws Failure `conflict`, rule `last_way`, which rolls back the write
 */
export async function assertNotLastSignInMethod(reader: Reader, userId: string): Promise<void> {
  const user = await reader
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('password_hash', 'is not', null),
        ...(['identities', 'passkeys'] as const).map((table) =>
          eb.exists(eb.selectFrom(table).select('user_id').where('user_id', '=', userId)),
        ),
      ]),
    )
    .executeTakeFirst()
  if (!user) throw conflict(LAST, [{ path: 'user', message: LAST, rule: 'last_way' }])
}

/** Lists the passkeys and linked accounts that open an account, in addition to its password. */
export async function listSignInMethods(reader: Reader, userId: string): Promise<SignInMethod[]> {
  const passkeys = await reader
    .selectFrom('passkeys')
    .select('title')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  const identities = await reader
    .selectFrom('identities')
    .select(['provider', 'email'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute()
  return [
    ...passkeys.map(({ title }) => ({ kind: 'passkey' as const, title })),
    ...identities.map(({ provider, email }) => ({
      kind: provider,
      title: `${providerTitles[provider]}: ${email}`,
    })),
  ]
}
