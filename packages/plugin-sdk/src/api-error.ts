import type { ErrorCode, ErrorDetail } from '@typecase/contract/errors'

/** The error that `Api.call` rejects with. Match on `code`, never on the message. */
export interface ApiError extends Error {
  readonly code: ErrorCode
  /** HTTP status; 0 when the server was not reached. */
  readonly status: number
  /** Broken rules by path, with the code `invalid`. */
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  /** With the code `stale`: the state on the server and the one the change began from. */
  readonly current: unknown
  readonly base: unknown
}

/** Whether a call was refused by the server, or did not reach it. Optionally: with one of these codes. */
export function isApiError(reason: unknown, ...codes: ErrorCode[]): reason is ApiError {
  if (!(reason instanceof Error) || reason.name !== 'ApiError' || !('code' in reason)) return false
  return codes.length === 0 || codes.some((code) => code === reason.code)
}

/** Whether an address points to nothing: not found, or an invalid id or slug. */
export const isMissing = (reason: unknown): reason is ApiError =>
  isApiError(reason, 'not_found') ||
  (isApiError(reason, 'invalid') &&
    'details' in reason &&
    reason.details.length > 0 &&
    reason.details.every(({ path }) => /(?:^|_)(?:id|slug)$/.test(path)))

/** The rule that the server names for a refusal, if it does. */
export const ruleOf = (reason: unknown): string | undefined =>
  isApiError(reason) && 'details' in reason
    ? reason.details.find(({ rule }) => rule)?.rule
    : undefined

/** Whether the same call may succeed later: no one was there, or too much was going on. */
export const isPassing = (reason: unknown): boolean =>
  isApiError(reason) && (reason.status === 0 || reason.status === 429 || reason.status >= 500)

/** Whether the server wants a one-time code as well: send the same call again with `otp`. */
export function isOtpRequired(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === 'otp_required'
}
