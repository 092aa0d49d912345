/** The closed list of error codes. Match on these, never on a message. */
export const errorCodes = {
  /** Bad input; `details` says which path broke which rule. */
  invalid: 400,
  unauthenticated: 401,
  /** The project has no card, or the charge failed; `details` has the rule, such as `card_declined`. */
  payment_failed: 402,
  /** A role, a key or a missing add-on forbids the call; the message says which. */
  forbidden: 403,
  /** The resource is missing or belongs to another tenant; the answer is the same. */
  not_found: 404,
  method_not_allowed: 405,
  /** The request stopped arriving, or came too slowly. */
  timeout: 408,
  /** A unique value is taken, or the state forbids it. */
  conflict: 409,
  /** `If-Match` or `rev` named an older state; the body includes `current` and `base`. */
  stale: 412,
  too_large: 413,
  unsupported_media_type: 415,
  /** An `Idempotency-Key` was used before with another body. */
  key_reused: 422,
  /** A setting that turns the feature on is missing. */
  not_configured: 424,
  limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof errorCodes

/** One broken rule: `path` in dots, `rule` a short slug (`required`, `email`, `min`, …). */
export interface ErrorDetail {
  path: string
  message: string
  rule?: string
}

/** The body of every failure. */
export interface ErrorBody {
  status: number
  code: ErrorCode
  message: string
  details?: ErrorDetail[]
  /** Number of errors beyond the 20 in `details`; counted up to a thousand. */
  more_details?: number
  request_id?: string
  /** With `stale`: the state on the server and the state the caller started from. */
  current?: unknown
  base?: unknown
}
