import pg from 'pg'

import { constraintConflict, Failure, invalid } from '../http/failure.ts'

/** PostgreSQL cannot be reached or refuses to work: 503. The next call tries again. */
export class DatabaseUnavailable extends Failure {
  constructor(what: string, cause: unknown) {
    super('unavailable', `The database is not responding. ${what}`, {}, 2)
    this.cause = cause
  }
}

/**
 * SQLSTATEs of a server that is temporarily unavailable: it is starting, stopping, full or read-only, or it ended an
 * idle transaction.
 */
const AWAY = /^(08...|57P0[123]|53[34]00|25006|25P03)$/
/** SQLSTATE of a lock timeout, or of a statement timeout. */
const TOOK_TOO_LONG = /^(55P03|57014)$/

/** Converts an error of PostgreSQL or of the connection to a Failure where callers can act on it. */
export function translateError(reason: unknown): unknown {
  if (reason instanceof Failure) return reason
  // Not a PostgreSQL error: the connection failed.
  if (!(reason instanceof pg.DatabaseError))
    return new DatabaseUnavailable('Nothing was changed. Try again in a moment.', reason)
  const { code = '' } = reason
  if (AWAY.test(code))
    return new DatabaseUnavailable('Nothing was changed. Try again in a moment.', reason)
  if (TOOK_TOO_LONG.test(code))
    return new Failure(
      'unavailable',
      'Another change is still being written. Nothing was changed. Try again in a moment.',
      {},
      2,
    )
  if (code === '53100')
    return new Failure('storage_full', 'The database’s disk is full. Nothing was saved.')
  // U+0000 as a character, and as a JSON escape.
  if (code === '22021' || code === '22P05')
    return invalid('body', 'A text must not hold the character U+0000.', 'nul')
  return reason
}

/** Awaits a promise. @throws errors as `translateError` returns them */
export async function translatingErrors<T>(doing: Promise<T>): Promise<T> {
  try {
    return await doing
  } catch (reason) {
    throw translateError(reason)
  }
}

/**
 * Whether work collided with another writer: both wanted to write the same rows, or one changed rows that the other had
 * read. A retry sees the other writer's changes.
 */
export const isCollision = (reason: unknown): boolean => /^(40001|40P01)$/.test(codeOf(reason))

/**
 * Returns the constraint that work broke: a key is taken, perhaps by a concurrent writer, or a referenced row is
 * missing.
 */
export const brokenConstraint = (reason: unknown): string | undefined =>
  reason instanceof pg.DatabaseError && /^(23505|23503)$/.test(codeOf(reason))
    ? (reason.constraint ?? '')
    : undefined

/** Returns a conflict for a broken constraint. */
export const asConflict = (reason: unknown): Failure =>
  constraintConflict(brokenConstraint(reason) ?? '', reason)

const codeOf = (reason: unknown): string =>
  reason instanceof pg.DatabaseError ? (reason.code ?? '') : ''
