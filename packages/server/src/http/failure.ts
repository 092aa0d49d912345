import {
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
  errorCodes,
} from '@typecase/contract/errors'

import { MAX_ERROR_DETAILS } from '../limits.ts'

/** An error response that a handler throws. The functions below create it. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly extra: Partial<ErrorBody>
  /** Seconds to wait before a retry, with `limited`. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    extra: Partial<ErrorBody> = {},
    retryAfter?: number,
  ) {
    super(message)
    this.code = code
    this.extra = extra
    this.retryAfter = retryAfter
  }

  toBody(requestId: string): ErrorBody {
    return {
      status: errorCodes[this.code],
      code: this.code,
      message: this.message,
      ...this.extra,
      request_id: requestId,
    }
  }
}

/** Creates a failure for bad input: 400 with one or more broken rules. */
export function invalid(details: ErrorDetail[]): Failure
export function invalid(path: string, message: string, rule?: string): Failure
export function invalid(first: string | ErrorDetail[], message = '', rule?: string): Failure {
  const broken =
    typeof first === 'string' ? [{ path: first, message, ...(rule && { rule }) }] : first
  const details = broken.slice(0, MAX_ERROR_DETAILS)
  const more = broken.length - details.length
  const words = details.map((detail) => detail.message).join('; ')
  return new Failure('invalid', more > 0 ? `${words}; and ${more} more` : words, {
    details,
    ...(more > 0 && { more_details: more }),
  })
}

export const unauthenticated = (message = 'Log in to do this.') =>
  new Failure('unauthenticated', message)

export const forbidden = (message: string, details?: ErrorDetail[]) =>
  new Failure('forbidden', message, details && { details })

/** Creates a failure for something that is missing or not the caller's: both give the same bytes. */
export const notFound = (what: string) => new Failure('not_found', `${what} not found`)

export const conflict = (message: string, details?: ErrorDetail[]) =>
  new Failure('conflict', message, details && { details })

/**
 * Creates a failure for a write that broke a constraint of the database. Handlers check before they write and give
 * better messages; this covers what other writers change in between.
 * @param constraint its name, or its columns
 */
export function constraintConflict(constraint: string, cause: unknown): Failure {
  const failure = conflict(
    `A value is already in use, or something this refers to was deleted (${constraint}). Nothing was changed. Reload and try again.`,
  )
  failure.cause = cause
  return failure
}

/**
 * Creates a failure for a `rev` older than the server's: 412 with the server's state and, where known, the caller's
 * base.
 */
export const stale = (current: unknown, base?: unknown) =>
  new Failure('stale', 'Someone else changed this in the meantime. Nothing was overwritten.', {
    current,
    base,
  })

export const rateLimited = (seconds: number, reason = 'Too many attempts.') =>
  new Failure('limited', `${reason} Try again in ${formatWait(seconds)}.`, {}, seconds)

function formatWait(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? 'a second' : `${seconds} seconds`
}

export const notConfigured = (message: string) => new Failure('not_configured', message)
