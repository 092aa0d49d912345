import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { invalid } from '../../http/failure.ts'
import { hashToken, newToken } from '../../secrets/tokens.ts'
import type { MailCodeTable } from './tables.ts'

const HOUR = 3600 * 1000

/**
 * What a code is for: `verify` a new account's address, `reset` a password, confirm a new `email` address of an
 * account, or `deactivate` an account that has no password.
 */
export type MailCodeKind = MailCodeTable['kind']

const lifetime: Record<MailCodeKind, number> = {
  verify: 24 * HOUR,
  reset: HOUR,
  email: 24 * HOUR,
  deactivate: HOUR,
}

/**
 * Creates a code for an e-mail: 256 random bits, stored as a hash, valid for one use. It voids the user's older codes
 * of its kind.
 * @param email the address that the code confirms, for the kind `email`
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
 * Looks up an e-mailed code without redeeming it.
 * @param path the request's field that holds the code
 * @throws Failure `invalid`, rule `code`, when it is unknown, used, replaced or expired, or its account is closed; the
 * response is the same in all cases
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

/** Redeems a code. @throws Failure `invalid` when a concurrent request has just redeemed it */
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

/** Returns the address that a user asked to change to and has not confirmed yet. */
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
