import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { invalid } from '../../http/failure.ts'
import { hashToken, newToken } from '../../secrets/tokens.ts'
import type { MailCodeTable } from './tables.ts'

const HOUR = 3600 * 1000

/**
 * `verify` a new account's address, `reset` a password, `email` a new address of an account, `deactivate` an account
 * without a password.
 */
export type MailCodeKind = MailCodeTable['kind']

const lifetime: Record<MailCodeKind, number> = {
  verify: 24 * HOUR,
  reset: HOUR,
  email: 24 * HOUR,
  deactivate: HOUR,
}

/**
 * Makes a code to mail: 256 random bits, stored hashed, for one use. It voids the user's older codes of its kind.
 * @param email the address that the code stands for, with `email`
 */
export async function issueMailCode(
  { db: tx }: Write,
  clock: Clock,
  code: { kind: MailCodeKind; userId: string; email?: string },
): Promise<string> {
  const secret = newToken()
  await tx
    .deleteFrom('mail_codes')
    .where((eb) =>
      eb.or([
        eb.and({ user_id: code.userId, kind: code.kind }),
        eb('expires_at', '<=', clock.now()),
      ]),
    )
    .execute()
  await tx
    .insertInto('mail_codes')
    .values({
      code_hash: hashToken(secret),
      kind: code.kind,
      user_id: code.userId,
      email: code.email ?? null,
      expires_at: clock.now() + lifetime[code.kind],
    })
    .execute()
  return secret
}

/**
 * Looks an e-mailed code up, without using it.
 * @param path the field it came in
 * @throws Failure `invalid`, rule `code`, when it is unknown, used, replaced or too old, or its account is closed: all
 * answer the same
 */
export async function findMailCode(
  reader: Reader,
  clock: Clock,
  code: string,
  kinds: readonly MailCodeKind[],
  path: string,
): Promise<MailCodeTable> {
  const row = await reader
    .selectFrom('mail_codes')
    .innerJoin('users', 'users.id', 'mail_codes.user_id')
    .selectAll('mail_codes')
    .where('code_hash', '=', hashToken(code))
    .where('kind', 'in', kinds)
    .where('expires_at', '>', clock.now())
    .where('users.status', '!=', 'deactivated')
    .executeTakeFirst()
  if (!row) throw invalidCode(path)
  return row
}

/** Uses a code up. @throws Failure `invalid` when someone else just did */
export async function redeemMailCode(
  { db: tx }: Write,
  { code_hash }: MailCodeTable,
  path: string,
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('mail_codes')
    .where('code_hash', '=', code_hash)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw invalidCode(path)
}

/** Voids the codes of a user: all, or those of a kind. */
export async function voidMailCodes(
  { db: tx }: Write,
  userId: string,
  kind?: MailCodeKind,
): Promise<void> {
  await tx
    .deleteFrom('mail_codes')
    .where('user_id', '=', userId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'verify'))
    .execute()
}

/** The address of a pending change, not confirmed yet. */
export async function pendingEmailOf(
  reader: Reader,
  clock: Clock,
  userId: string,
): Promise<string | undefined> {
  const row = await reader
    .selectFrom('mail_codes')
    .select('email')
    .where('user_id', '=', userId)
    .where('kind', '=', 'email')
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  return row?.email ?? undefined
}

export const invalidCode = (path: string) =>
  invalid(
    path,
    'This link has been used, has been replaced by a newer one, or has expired.',
    'code',
  )
