import { OTP_HEADER, OTP_HEADER_ALIAS } from '@typecase/contract/product'
import type { FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import type { Work, Write } from '../../database/write-queue.ts'
import { conflict, invalid } from '../../http/failure.ts'
import type { Attempt } from '../../http/limits.ts'
import { totpStepOf } from '../../identity/one-time-codes.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../../identity/recovery-codes.ts'
import { recoveryCodeUsedMail } from '../../mail/account-mails.ts'
import type { UserRow } from './store.ts'
import { toMailReader } from './user-view.ts'

/** Returns the one-time or recovery code of a request, from the header or from the body's `otp`. */
export function otpOf(request: FastifyRequest, fromBody: string | undefined): string | undefined {
  const header = request.headers[OTP_HEADER] ?? request.headers[OTP_HEADER_ALIAS]
  const code = (typeof header === 'string' ? header : fromBody)?.replace(/\s/g, '')
  if (!code) return undefined
  if (code.length > 32) throw invalid('otp', 'otp must be at most 32 characters', 'max')
  return code
}

/** The reason why a write that required a code was rolled back. */
type CodeProblem = 'otp_required' | 'otp_wrong'

class CodeRefused extends Error {
  readonly why: CodeProblem

  constructor(why: CodeProblem) {
    super(why)
    this.why = why
  }
}

/**
 * Runs a write that may require the user's second step with `demandCode`. A wrong code counts against the limits; a
 * missing or wrong one rolls back the whole write.
 * @throws Failure `limited` after too many wrong codes
 */
export async function writeWithCode<T>(
  app: App,
  userId: string,
  code: string | undefined,
  work: Work<T>,
): Promise<T | CodeProblem> {
  const attempt = async () => {
    try {
      return await app.db.write(work, 'serializable')
    } catch (reason) {
      if (reason instanceof CodeRefused) return reason.why
      throw reason
    }
  }
  if (code === undefined) return attempt()
  // Recovery codes are too long to guess, so they still work once the total limit of one-time codes is exhausted.
  const attempts: Attempt[] = [
    ['otp', userId],
    ...(isTotp(code) ? [['otpTotal', userId] as const] : []),
  ]
  return app.limits.guard(attempts, attempt, (result) => result !== 'otp_wrong')
}

/**
 * Redeems a one-time or recovery code of a user with two-step sign-in, within `writeWithCode`. Each code works once: a
 * one-time code must belong to a later time step than the last one used.
 */
export async function demandCode(
  write: Write,
  app: App,
  user: UserRow,
  code: string | undefined,
): Promise<void> {
  if (code === undefined) throw new CodeRefused('otp_required')
  const isRight = isTotp(code)
    ? await redeemTotp(write, app, user, code)
    : await redeemRecoveryCode(write, app, user, code)
  if (!isRight) throw new CodeRefused('otp_wrong')
}

async function redeemTotp(
  { db: tx }: Write,
  { clock, sealer }: App,
  user: UserRow,
  code: string,
): Promise<boolean> {
  if (user.totp_secret === null) return false
  const secret = sealer.openOrNull(user.totp_secret)
  if (secret === null) throw lostTwoStep()
  const step = totpStepOf(secret, code, clock.now())
  if (step === undefined) return false
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', user.id)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const LOST_KEY_MESSAGE =
  'The server lost the key that it checks these codes with. Use a recovery code, then turn two-step sign-in off and ' +
  'set it up again, or ask who runs the server to reset it.'

const lostTwoStep = () =>
  conflict(LOST_KEY_MESSAGE, [{ path: 'otp', message: LOST_KEY_MESSAGE, rule: 'lost' }])

async function redeemRecoveryCode(
  { db: tx, afterCommit }: Write,
  { mailer, settings }: App,
  user: UserRow,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hashRecoveryCode(code))
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) return false
  afterCommit(() => mailer.send(recoveryCodeUsedMail(toMailReader(user), settings.PUBLIC_URL)))
  return true
}

/**
 * Replaces the recovery codes of a user.
 * @returns the new codes, which cannot be read again because only their hashes are stored
 */
export async function replaceRecoveryCodes(write: Write, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await dropRecoveryCodes(write, userId)
  await write.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code_hash: hashRecoveryCode(code), user_id: userId })))
    .execute()
  return codes
}

export async function dropRecoveryCodes({ db: tx }: Write, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

const isTotp = (code: string): boolean => /^\d{6}$/.test(code)
