import { domainToASCII } from 'node:url'

import { newId } from '@typecase/contract/ids'
import type { Selectable } from 'kysely'

import { asciiLowerCase } from '../../ascii-case.ts'
import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import type { UserTable } from './tables.ts'

export type UserRow = Selectable<UserTable>

/** Normalises an address for comparison: ignores case, but does not merge look-alike letters. */
export function emailKey(email: string): string {
  const key = asciiLowerCase(email.trim()).normalize('NFC')
  const at = key.lastIndexOf('@')
  // A domain may be written in Unicode or in Punycode: `bücher.example`, `xn--bcher-kva.example`.
  const domain = key.slice(at + 1)
  return key.slice(0, at + 1) + (domainToASCII(domain) || domain)
}

export const findUser = (reader: Reader, id: string): Promise<UserRow | undefined> =>
  reader.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const findUserByEmail = (reader: Reader, email: string): Promise<UserRow | undefined> =>
  reader.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

export interface NewUser {
  email: string
  passwordHash: string | null
  firstName: string
  lastName: string
  status: 'active' | 'unverified'
  referralCode?: string | undefined
  isStaff?: boolean
}

/** Inserts a user; the address must be free. @returns their id */
export async function insertUser({ db: tx }: Write, clock: Clock, user: NewUser): Promise<string> {
  const id = newId(clock.now())
  await tx
    .insertInto('users')
    .values({
      id,
      email: user.email.trim(),
      email_key: emailKey(user.email),
      password_hash: user.passwordHash,
      first_name: user.firstName.trim(),
      last_name: user.lastName.trim(),
      status: user.status,
      is_staff: Number(user.isStaff ?? false),
      referral_code: user.referralCode ?? null,
      created_at: clock.iso(),
      modified_at: clock.iso(),
    })
    .execute()
  return id
}

export type UserChange = Partial<
  Omit<UserRow, 'id' | 'email_key' | 'created_at' | 'modified_at' | 'rev'>
>

/**
 * Updates a user, including the normalised form of a new address, and raises `rev`. A closed account never changes: a
 * code that was issued while the account was being closed must not reopen it.
 */
export async function changeUser(
  { db: tx }: Write,
  clock: Clock,
  id: string,
  change: UserChange,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      ...change,
      ...(change.email !== undefined && { email_key: emailKey(change.email) }),
      modified_at: clock.iso(),
    })
    .set((eb) => ({ rev: eb('rev', '+', 1) }))
    .where('id', '=', id)
    .where('status', '!=', 'deactivated')
    .execute()
}

/**
 * Closes an account for good: no one can sign in to it, and its name stays on its content. Its address is free for a
 * new account, which has another id and none of the old rights.
 */
export async function closeUser({ db: tx }: Write, clock: Clock, id: string): Promise<void> {
  // Frees the identities and passkeys for a new account.
  for (const table of ['identities', 'passkeys'] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await tx
    .updateTable('users')
    .set({
      status: 'deactivated',
      // No address has this form, so the key stays unique and no lookup finds it.
      email_key: `closed:${id}`,
      password_hash: null,
      totp_secret: null,
      totp_last_step: null,
      modified_at: clock.iso(),
    })
    .set((eb) => ({ rev: eb('rev', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
