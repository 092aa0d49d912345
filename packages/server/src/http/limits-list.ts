const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The attempts allowed within a window (ms), and the effect of a success on the count. */
export interface Limit {
  readonly most: number
  readonly window: number
  /** Each time the limit is used up, the wait doubles, up to this (ms). */
  readonly longest?: number
  /** `forget` resets the count. `refund` only uncounts the success itself, for counts that several callers share. */
  readonly onSuccess: 'forget' | 'refund'
  /** Replaces the message "try again in …". */
  readonly message?: string
}

/**
 * Every limit of the product (reliability G13). Those on sign-in and codes count only failures, those on e-mails and
 * sign-ups every attempt.
 */
export const limitList = {
  /** Wrong passwords from one address for one account. */
  login: { most: 5, window: 15 * MINUTE, longest: DAY, onSuccess: 'forget' },
  /** Wrong passwords for one account from addresses it never signed in from. */
  loginByAccount: { most: 50, window: HOUR, onSuccess: 'refund' },
  /** Failed sign-ins from one address, across all accounts. */
  loginByIp: { most: 100, window: HOUR, onSuccess: 'refund' },
  /** Wrong one-time codes of an account. */
  otp: { most: 5, window: 15 * MINUTE, onSuccess: 'forget' },
  /** Consecutive wrong one-time codes of an account, at any pace (NIST SP 800-63B §3.2.2). */
  otpTotal: {
    most: 100,
    window: 3650 * DAY,
    onSuccess: 'forget',
    message: 'Too many wrong codes were entered. Use a recovery code.',
  },
  /** Reset and verification e-mails to one address, which anyone may request. */
  mail: { most: 3, window: HOUR, onSuccess: 'forget' },
  mailByIp: { most: 20, window: HOUR, onSuccess: 'forget' },
  /** E-mails to an address that someone signs up with again. */
  signupMail: { most: 3, window: HOUR, onSuccess: 'forget' },
  signup: { most: 10, window: HOUR, onSuccess: 'forget' },
  /** Access codes from one address. */
  code: { most: 5, window: 15 * MINUTE, onSuccess: 'forget' },
  /** Comments and reactions of an account. */
  comment: { most: 60, window: MINUTE, onSuccess: 'forget' },
  /** Texts and images that the AI provider generates for a bucket, except in jobs. */
  ai: { most: 600, window: HOUR, onSuccess: 'forget' },
  /** Messages of an account to the AI provider: a sentence in the palette takes at most three. */
  chat: { most: 300, window: HOUR, onSuccess: 'forget' },
  /** Requests to Vercel caused by an account; cached responses do not count. */
  vercel: { most: 60, window: MINUTE, onSuccess: 'forget' },
  /** Extension archives that someone uploads: each may be stored for an hour or longer. */
  publish: { most: 60, window: HOUR, onSuccess: 'forget' },
  /** Test events of webhooks that an account sends. */
  webhookTest: { most: 30, window: MINUTE, onSuccess: 'forget' },
  /** Cards that someone adds and purchases that they make, against testing stolen cards. */
  card: { most: 60, window: HOUR, onSuccess: 'forget' },
  /** OAuth clients registered from one address. */
  assistantClient: { most: 20, window: HOUR, onSuccess: 'forget' },
  /** Assistants that one person authorises. */
  assistantGrant: { most: 30, window: HOUR, onSuccess: 'forget' },
  /** Tokens issued to one assistant. */
  assistantToken: { most: 60, window: HOUR, onSuccess: 'forget' },
  /** Invitations that one person sends, to any address. */
  invite: { most: 50, window: HOUR, onSuccess: 'forget' },
  /** Invitations to one address, from any sender, so that a mailbox cannot be flooded. */
  inviteMail: { most: 10, window: DAY, onSuccess: 'forget' },
  /** Lookups of invitations by the code in their link, by account. */
  inviteLookup: { most: 60, window: HOUR, onSuccess: 'forget' },
  /** Wrong passwords of a shared link from one address. */
  linkPassword: { most: 5, window: 15 * MINUTE, longest: DAY, onSuccess: 'forget' },
  /** Wrong passwords of a shared link from all addresses. */
  linkPasswordByLink: { most: 100, window: HOUR, onSuccess: 'refund' },
  /** Comments by a shared link from one address. */
  guestComment: { most: 10, window: HOUR, onSuccess: 'forget' },
  /** Comments by a shared link from all addresses. */
  guestCommentByLink: { most: 200, window: DAY, onSuccess: 'forget' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limitList
