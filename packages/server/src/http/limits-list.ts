const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The attempts allowed within a window (ms), and the effect of a success on the count. */
export interface Limit {
  readonly most: number
  readonly window: number
  /** Each time the limit is used up, the wait doubles, up to this. */
  readonly longest?: number
  /** `forget`: attempts start again. `refund`: only the success itself does not count, for counts that others share. */
  readonly onSuccess: 'forget' | 'refund'
  /** Said instead of "try again in …". */
  readonly message?: string
}

/** Every limit of the product (reliability G13). Sign-in and codes count failures only, e-mails and sign-ups all. */
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
  /** E-mails that anyone may have sent to an address: reset and verification. */
  mail: { most: 3, window: HOUR, onSuccess: 'forget' },
  mailByIp: { most: 20, window: HOUR, onSuccess: 'forget' },
  /** E-mails to an address after another sign-up with it. */
  signupMail: { most: 3, window: HOUR, onSuccess: 'forget' },
  signup: { most: 10, window: HOUR, onSuccess: 'forget' },
  /** Access codes from one address. */
  code: { most: 5, window: 15 * MINUTE, onSuccess: 'forget' },
  /** Comments and reactions of an account. */
  comment: { most: 60, window: MINUTE, onSuccess: 'forget' },
  /** Texts and images that the AI provider generates for a bucket, except in jobs. */
  ai: { most: 600, window: HOUR, onSuccess: 'forget' },
  /** Messages of conversations with the AI provider that an account asks for: a sentence in the palette takes three at most. */
  chat: { most: 300, window: HOUR, onSuccess: 'forget' },
  /** Requests to Vercel caused by calls of an account; cached responses do not count. */
  vercel: { most: 60, window: MINUTE, onSuccess: 'forget' },
  /** Archives of extensions that someone sends: each may be stored, for an hour at least. */
  publish: { most: 60, window: HOUR, onSuccess: 'forget' },
  /** Test events of webhooks that an account sends. */
  webhookTest: { most: 30, window: MINUTE, onSuccess: 'forget' },
  /** Cards that someone adds and purchases that they make: no one is to try stolen cards here. */
  card: { most: 60, window: HOUR, onSuccess: 'forget' },
  /** Clients of OAuth that one address registers. */
  assistantClient: { most: 20, window: HOUR, onSuccess: 'forget' },
  /** Assistants that one person permits something. */
  assistantGrant: { most: 30, window: HOUR, onSuccess: 'forget' },
  /** Tokens that one assistant gets. */
  assistantToken: { most: 60, window: HOUR, onSuccess: 'forget' },
  /** Invitations that one person sends, whomever they are for. */
  invite: { most: 50, window: HOUR, onSuccess: 'forget' },
  /** Invitations to one address, from any sender, so that a mailbox cannot be flooded. */
  inviteMail: { most: 10, window: DAY, onSuccess: 'forget' },
  /** Looks at invitations by the code of their link, by account. */
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
