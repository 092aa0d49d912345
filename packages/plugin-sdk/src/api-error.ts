import type { ErrorCode, ErrorDetail } from '@typecase/contract/errors'

/** The error that `Api.call` rejects with. Match on `code`, never on the message. */
export interface ApiError extends Error {
  readonly code: ErrorCode
  /** HTTP status; 0 when the server was not reached. */
  readonly status: number
  /** The broken rules, each with the path of its value. Filled with the code `invalid`. */
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  /** With the code `stale`: `current` is the state on the server, `base` the state that the change was based on. */
  readonly current: unknown
  readonly base: unknown
}

/** Whether a call was refused by the server or did not reach it. With `codes`, whether the error has one of them. */
export function isApiError(reason: unknown, ...codes: ErrorCode[]): reason is ApiError {
  if (!(reason instanceof Error) || reason.name !== 'ApiError' || !('code' in reason)) return false
  return codes.length === 0 || codes.some((code) => code === reason.code)
}

/** Whether an error says that an address points to nothing: not found, or an invalid id or slug. */
export const isMissing = (reason: unknown): reason is ApiError =>
  isApiError(reason, 'not_found') ||
  (isApiError(reason, 'invalid') &&
    'details' in reason &&
    reason.details.length > 0 &&
    reason.details.every(({ path }) => /(?:^|_)(?:id|slug)$/.test(path)))

/** Returns the first rule that the server names in a refusal, if it names one. */
export const ruleOf = (reason: unknown): string | undefined =>
  isApiError(reason) && 'details' in reason
    ? reason.details.find(({ rule }) => rule)?.rule
    : undefined

/** Whether the same call may succeed later: the server was unreachable, overloaded (429) or failing (5xx). */
export const isPassing = (reason: unknown): boolean =>
  isApiError(reason) && (reason.status === 0 || reason.status === 429 || reason.status >= 500)

/** Whether the server requires a one-time code: send the same call again with `otp`. */
export function isOtpRequired(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === 'otp_required'
}
