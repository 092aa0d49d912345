import pg from 'pg'

import { constraintConflict, Failure, invalid } from '../http/failure.ts'

/** PostgreSQL cannot be reached, or refuses to work. It answers 503, and is tried again with the next call. */
export class DatabaseUnavailable extends Failure {
  constructor(what: string, cause: unknown) {
    super('unavailable', `The database is not responding. ${what}`, {}, 2)
    this.cause = cause
  }
}

/**
 * Codes of PostgreSQL that say no more than that it is not there now: shutting down, starting, full, only to be read; or that
 * it ended a transaction whose process had said nothing for too long.
 */
const AWAY = /^(08...|57P0[123]|53[34]00|25006|25P03)$/
/** SQLSTATE of a lock timeout, or of a statement timeout. */
const TOOK_TOO_LONG = /^(55P03|57014)$/

/** Turns an error of PostgreSQL or of the connection into one that callers understand. */
export function translateError(reason: unknown): unknown {
  if (reason instanceof Failure) return reason
  // The error is from the connection, not from the server.
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
  // The character itself, and as JSON writes it.
  if (code === '22021' || code === '22P05')
    return invalid('body', 'A text must not hold the character U+0000.', 'nul')
  return reason
}

/** @throws an error that callers understand */
export async function translatingErrors<T>(doing: Promise<T>): Promise<T> {
  try {
    return await doing
  } catch (reason) {
    throw translateError(reason)
  }
}

/**
 * Whether work collided with another writer: both wanted the same rows, or one changed rows that the other had read. A
 * retry sees the other one's changes.
 */
export const isCollision = (reason: unknown): boolean => /^(40001|40P01)$/.test(codeOf(reason))

/** The constraint that work broke: a key is taken, maybe by a concurrent writer, or a referenced row is gone. */
export const brokenConstraint = (reason: unknown): string | undefined =>
  reason instanceof pg.DatabaseError && /^(23505|23503)$/.test(codeOf(reason))
    ? (reason.constraint ?? '')
    : undefined

/** The same as an answer. */
export const asConflict = (reason: unknown): Failure =>
  constraintConflict(brokenConstraint(reason) ?? '', reason)

const codeOf = (reason: unknown): string =>
  reason instanceof pg.DatabaseError ? (reason.code ?? '') : ''
