import type { Endpoint } from '@typecase/contract/endpoint'
import type { ErrorBody, ErrorCode, ErrorDetail } from '@typecase/contract/errors'
import { errorCodes } from '@typecase/contract/errors'
import { DEFAULT_FAILURE } from '@typecase/contract/product'

/** A failed call: the server refused it, or could not be reached. Match on `code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** HTTP status; 0 when the server was not reached, or another program answered. */
  readonly status: number
  /** The broken rules by path, if the code is `invalid`. */
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  /** If the code is `stale`: the state on the server, and the state that the change was based on. */
  readonly current: unknown
  readonly base: unknown

  constructor(body: ErrorBody) {
    super(body.message)
    this.code = body.code
    this.status = body.status
    this.details = body.details ?? []
    this.requestId = body.request_id
    this.current = body.current
    this.base = body.base
  }
}

/**
 * The server requires a one-time code (status 206 of every sign-in method): send the same call again with `otp`. Not an
 * `ApiError`, since nothing failed; recognised by `code`.
 */
export class OtpRequired extends Error {
  override readonly name = 'OtpRequired'
  readonly code = 'otp_required'
  readonly status = 206

  constructor() {
    super('Enter the one-time code of your authenticator app.')
  }
}

/** Creates the error for a network failure or a server that does not answer. */
export function unreachable(): ApiError {
  const isOffline = typeof navigator !== 'undefined' && !navigator.onLine
  const message = isOffline
    ? 'You’re offline. Your changes are kept here.'
    : 'The server cannot be reached. Check the connection and try again.'
  return new ApiError({ status: 0, code: 'unavailable', message })
}

/** Creates the error for a success response that came from a proxy instead of the server. */
export function notTheServer(method: Endpoint['method']): ApiError {
  const advice =
    method === 'GET'
      ? 'Check the connection and try again.'
      : 'Check the connection, and whether this was done, before you try again.'
  const message = `Something answered in the place of the server, such as a proxy or the sign-in page of a network. ${advice}`
  return new ApiError({ status: 0, code: 'unavailable', message })
}

/** Creates the error for a call that was not sent, because it needs a session and there is none. */
export function signedOut(): ApiError {
  return new ApiError({ status: 401, code: 'unauthenticated', message: 'Log in first.' })
}

/** Reads the body of a failed response. The message is kept even if the code is unknown. */
export function errorFrom(status: number, body: unknown, requestId?: string | null): ApiError {
  const errorBody = isErrorBody(body) ? body : undefined
  const request = errorBody?.request_id ?? requestId ?? undefined
  return new ApiError({
    ...errorBody,
    status,
    code: errorBody?.code ?? codeOf(status),
    message: messageIn(body) || DEFAULT_FAILURE,
    ...(request && { request_id: request }),
  })
}

/** Returns an error as a sentence for people. */
export function errorToWords(error: unknown): string {
  if (error instanceof ApiError && error.code === 'limited') {
    return 'Too many requests. Wait a moment and try again.'
  }
  if (error instanceof Error && 'code' in error && error.message) return error.message
  return DEFAULT_FAILURE
}

function codeOf(status: number): ErrorCode {
  const code = Object.entries(errorCodes).find(([, value]) => value === status)?.[0]
  // The keys of the table are the codes.
  if (code) return code as ErrorCode
  return status >= 500 ? 'unavailable' : 'invalid'
}

function messageIn(body: unknown): string {
  const message = typeof body === 'object' && body !== null && 'message' in body && body.message
  return typeof message === 'string' ? message : ''
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    body.code in errorCodes &&
    'message' in body &&
    typeof body.message === 'string'
  )
}
